"""Which tests are left out because the same code was proved before."""

from pathlib import Path
from types import SimpleNamespace

import proved
import pytest

CHAPTERS = [Path(f"/book/{number:02}-a.ipynb") for number in range(1, 6)]


class Cell:
    """A cell of a chapter, as nbval collects it."""

    def __init__(self, path):
        self.path = path


class Test:
    """A test, with a mark and fixtures."""

    __test__ = False

    def __init__(self, name, *fixtures, mark=None):
        self.path, self.fixturenames, self.mark = proved.TESTS / name, fixtures, mark

    def get_closest_marker(self, name):
        return name == self.mark or None


OF_KINDS = {
    "trainings": Test("library/test_numerics.py", mark="emulated"),
    "widgets": Test("widgets/test_die.py", "site", "browser"),
    "classes": Test("grading/test_ordinary.py", mark="whole_class"),
    "builds": Test("building/test_build.py", mark="small_book"),
    "code": Test("site/test_python_in_pages.py", "address", "browser"),
    "prints": Test("site/test_downloads.py", "browser", "pdf"),
}
OTHERS = [
    Test("widgets/test_die.py", "tmp_path"),
    Test("grading/test_ordinary.py", "tmp_path"),
    Test("site/test_downloads.py", "browser", "epub"),
    Test("site/test_python_in_pages.py", "site"),
]


@pytest.fixture
def kept(monkeypatch):
    """Five chapters, of which the first four are as they were; chapter 02 is drawn."""
    monkeypatch.setattr(proved, "ALL", False)
    monkeypatch.setattr(proved, "ONLY", [])
    monkeypatch.setattr(proved, "IPyNbCell", Cell)
    monkeypatch.setattr(proved, "CHAPTERS", CHAPTERS)
    monkeypatch.setattr(proved, "SEED_SET", 1)
    monkeypatch.setattr(proved, "unchanged", lambda: CHAPTERS[:4])
    monkeypatch.setattr(proved, "proved", lambda: {*OF_KINDS})

    def run(items, *arguments):
        dropped, left = [], [*items]
        hook = SimpleNamespace(pytest_deselected=lambda items: dropped.extend(items))
        proved.pytest_collection_modifyitems(SimpleNamespace(args=[*arguments], hook=hook), left)
        assert [item for item in items if item in {*left} | {*dropped}] == items
        return left

    return run


def test_chapters_run_that_changed_or_are_drawn(kept):
    left = kept([Cell(path) for path in CHAPTERS])
    assert [cell.path for cell in left] == [CHAPTERS[1], CHAPTERS[4]]


def test_a_chapter_that_is_asked_for_runs(kept):
    asked = [str(CHAPTERS[0]), str(CHAPTERS[2]), f"{CHAPTERS[3]}::Cell 1"]
    cells = [Cell(path) for path in CHAPTERS]
    assert kept(cells, *asked) == cells


@pytest.mark.parametrize("kind", OF_KINDS)
def test_a_kind_runs_when_its_code_changed_or_it_is_asked_for(kind, kept, monkeypatch):
    items = [*OF_KINDS.values(), *OTHERS]
    assert kept(items) == OTHERS
    test = OF_KINDS[kind]
    for asked in (test.path, test.path.parent, f"{test.path}::test_a"):
        assert test in kept(items, str(asked))
    assert kept(items, str(proved.TESTS)) == OTHERS  # all tests were asked for, not this one
    monkeypatch.setattr(proved, "proved", lambda: {*OF_KINDS} - {kind})
    assert kept(items) == [test, *OTHERS]


def test_who_asks_for_a_graded_class_is_of_its_kind(kept):
    assert kept([Test("grading/test_report.py", "graded_course", "class_course")]) == []


@pytest.mark.parametrize("kind", OF_KINDS)
def test_a_kind_can_run_alone(kind, kept, monkeypatch):
    monkeypatch.setattr(proved, "ONLY", [kind])
    assert kept([*OF_KINDS.values(), *OTHERS, Cell(CHAPTERS[1])]) == [OF_KINDS[kind]]


def test_what_is_stored_counts_until_the_code_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(proved, "PROVED", tmp_path / "proved.json")
    proved.PROVED.write_text('{"classes": "7", "gone": "3"}')
    kinds = {n: k._replace(made_from=lambda n=n: f"of {n}") for n, k in proved.KINDS.items()}
    monkeypatch.setattr(proved, "KINDS", kinds)
    proved.store(["widgets", "builds"])
    assert proved.proved.__wrapped__() == {"widgets", "builds"}


@pytest.mark.parametrize(
    ("hashed", "names", "other"),
    [
        (
            "of_classes",
            "grading/jail/run.py exercises/a/b/checks.py bench/ordinary/times.py requirements.txt "
            "book/multihead/exercises/answers.py tests/grading/test_jail.py tests/marked_class.py "
            "grading/requirements.txt book/for-instructors.md",
            "grading/README.txt",
        ),
        (
            "of_widgets",
            "book/multihead/widgets/die/view.js book/multihead/model.py requirements.txt "
            "tests/widgets/test_die.py tests/browser.py tools/requirements.txt "
            "_ext/book_site/pages/alone.py _ext/book_site/pages/alone/height.js "
            "_ext/book_site/pages/content_policy.py",
            "book/multihead/exercises/answers.py",
        ),
        (
            "of_builds",
            "_ext/book_site/pages/site.css _config.yml tests/building/test_build.py "
            "tests/small_book.py requirements.txt",
            "book/multihead/model.py",
        ),
        (
            "of_code",
            "_ext/book_site/learners/write_here/page.js _ext/book_site/pages/content_policy.py "
            "exercises/a/b/wrong.py book/multihead/exercises/answers.py requirements.txt "
            "tests/site/test_python_in_pages.py tests/python_pages.py tools/install/pyodide.py "
            "package-lock.json",
            "_ext/book_site/pages/site.css",
        ),
        (
            "of_prints",
            "tools/downloads/epub.py _ext/book_site/pages/on_paper/print.css requirements.txt "
            "tests/site/test_downloads.py",
            "_ext/book_site/pages/site.css",
        ),
    ],
)
def test_a_change_in_what_is_tried_counts_and_no_other(hashed, names, other, tmp_path, monkeypatch):
    for name, folder in {"ROOT": "", "BOOK": "book", "TESTS": "tests"}.items():
        monkeypatch.setattr(proved, name, tmp_path / folder)
    names, digest = names.split(), getattr(proved, hashed)
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    seen = {digest()}
    for name in names:
        (tmp_path / name).write_text("two")
        seen.add(digest())
    assert len(seen) == len(names) + 1
    (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / other).write_text("three")
    assert digest() in seen


def test_everything_runs_if_everything_is_asked_for(kept, monkeypatch):
    monkeypatch.setattr(proved, "ALL", True)
    items = [Cell(path) for path in CHAPTERS] + [*OF_KINDS.values()]
    assert kept(items) == items


def test_other_commits_draw_other_chapters(monkeypatch):
    seen = set()
    for number in range(5):
        monkeypatch.setattr(proved, "SEED_SET", number)
        seen |= {*proved.drawn(CHAPTERS)}
        assert len(proved.drawn(CHAPTERS)) == 1
    assert seen == {*CHAPTERS}
    assert proved.drawn([]) == []


def test_trainings_are_others_when_any_chapter_has_changed(monkeypatch):
    seen = set()
    for second in ("bb", "bc"):
        monkeypatch.setattr(proved, "digests", lambda second=second: {"01": "aa", "02": second})
        seen.add(proved.of_trainings())
    assert len(seen) == 2
