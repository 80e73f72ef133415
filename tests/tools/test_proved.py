"""Which tests are left out because the same code was proved before."""

import json
from pathlib import Path
from types import SimpleNamespace

import proved
import pytest

CHAPTERS = [Path(f"/book/{number:02}-a.ipynb") for number in range(1, 6)]


class Cell:
    """A cell of a chapter, as nbval collects it."""

    def __init__(self, path):
        self.path = path

    def get_closest_marker(self, name):
        return None


class Emulation:
    """A test that repeats trainings on emulated processors."""

    path = Path("/tests/library/test_numerics.py")

    def get_closest_marker(self, name):
        return name == "emulated" or None


class OfWidget:
    """A test of a widget, in a browser or not."""

    def __init__(self, *fixtures):
        self.path, self.fixturenames = proved.TESTS / "widgets" / "test_die.py", fixtures

    def get_closest_marker(self, name):
        return None


class OfClass:
    """A test that grades many notebooks."""

    path = proved.TESTS / "grading" / "test_ordinary.py"

    def get_closest_marker(self, name):
        return name == "whole_class" or None


@pytest.fixture
def kept(monkeypatch):
    """Five chapters, of which the first four are as they were; chapter 02 is drawn."""
    monkeypatch.setattr(proved, "ALL", False)
    monkeypatch.setattr(proved, "IPyNbCell", Cell)
    monkeypatch.setattr(proved, "CHAPTERS", CHAPTERS)
    monkeypatch.setattr(proved, "SEED_SET", 1)
    monkeypatch.setattr(proved, "unchanged", lambda: CHAPTERS[:4])
    monkeypatch.setattr(proved, "emulated", lambda: True)
    monkeypatch.setattr(proved, "used", lambda: True)
    monkeypatch.setattr(proved, "graded", lambda: True)

    def run(items, *arguments):
        dropped = []
        hook = SimpleNamespace(pytest_deselected=lambda items: dropped.extend(items))
        config = SimpleNamespace(args=[*arguments], hook=hook)
        everything = [*items]
        proved.pytest_collection_modifyitems(config, items)
        assert {*items} | {*dropped} == {*everything}
        return [item.path for item in items]

    return run


def test_chapters_run_that_changed_or_are_drawn(kept):
    assert kept([Cell(path) for path in CHAPTERS]) == [CHAPTERS[1], CHAPTERS[4]]


def test_a_chapter_that_is_asked_for_runs(kept):
    asked = [str(CHAPTERS[0]), str(CHAPTERS[2]), f"{CHAPTERS[3]}::Cell 1"]
    found = kept([Cell(path) for path in CHAPTERS], *asked)
    assert found == CHAPTERS


def test_emulations_run_when_their_trainings_changed(kept, monkeypatch):
    assert kept([Emulation()]) == []
    monkeypatch.setattr(proved, "emulated", lambda: False)
    assert kept([Emulation()]) == [Emulation.path]


def test_widgets_are_used_when_their_code_changed_or_they_are_asked_for(kept, monkeypatch):
    in_browser, bare = OfWidget("site", "browser"), OfWidget("tmp_path")
    assert kept([in_browser, bare]) == [bare.path]
    for asked in (bare.path, bare.path.parent, f"{bare.path}::test_a"):
        assert kept([in_browser, bare], str(asked)) == [bare.path] * 2
    assert kept([in_browser], str(proved.TESTS)) == []  # all tests were asked for, not this one
    monkeypatch.setattr(proved, "used", lambda: False)
    assert kept([in_browser, bare]) == [bare.path] * 2


def test_classes_are_graded_when_the_grader_changed_or_they_are_asked_for(kept, monkeypatch):
    assert kept([OfClass()]) == []
    assert kept([OfClass()], str(OfClass.path)) == [OfClass.path]
    monkeypatch.setattr(proved, "graded", lambda: False)
    assert kept([OfClass()]) == [OfClass.path]


@pytest.mark.parametrize(
    ("hashed", "names", "other"),
    [
        (
            "of_grading",
            "grading/jail/run.py exercises/a/b/checks.py bench/ordinary/times.py requirements.txt "
            "book/multihead/exercises/answers.py tests/grading/test_jail.py tests/marked_class.py "
            "grading/requirements.txt",
            "grading/README.md",
        ),
        (
            "of_widgets",
            "book/multihead/widgets/die/view.js book/multihead/model.py requirements.txt "
            "tests/widgets/test_die.py tests/browser.py tools/requirements.txt",
            "book/multihead/exercises/answers.py",
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
    assert kept([Cell(path) for path in CHAPTERS]) == CHAPTERS


def test_other_commits_draw_other_chapters(monkeypatch):
    seen = set()
    for number in range(5):
        monkeypatch.setattr(proved, "SEED_SET", number)
        seen |= {*proved.drawn(CHAPTERS)}
        assert len(proved.drawn(CHAPTERS)) == 1
    assert seen == {*CHAPTERS}
    assert proved.drawn([]) == []


def test_emulated_trainings_run_when_any_chapter_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(proved, "ALL", False)
    monkeypatch.setattr(proved, "digests", lambda: {"01": "aa", "02": "bb"})
    file = tmp_path / "emulated.json"
    monkeypatch.setattr(proved, "EMULATED", file)
    file.write_text(json.dumps({"made_from": proved.of_all_trainings()}))
    assert proved.emulated()
    monkeypatch.setattr(proved, "digests", lambda: {"01": "aa", "02": "bc"})
    assert not proved.emulated()
