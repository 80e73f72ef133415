"""A mark stands for all that it was judged with: a change of any of it makes every mark old."""

import shutil

import nbformat
import pytest
from multihead.exercises import folders as exercises

from grading import course
from grading.assign import assignments, own_exercises
from grading.course import CourseError
from grading.marks import checksum as checksums


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """A course with a released hw1, and beside it copies of all that marks depend on."""
    folder = tmp_path_factory.mktemp("everything")
    made = course.new(folder / "course")
    own_exercises.make(made, "row_means", "code")
    nb = assignments.make(made, "hw1", ["new_row", "row_means"])
    made.release("hw1").parent.mkdir(parents=True)
    nbformat.write(nb, made.release("hw1"))
    own = shutil.ignore_patterns("__pycache__", *checksums.SHOWS)
    for name, place in (
        ("library", checksums.LIBRARY),
        ("grading", checksums.GRADING),
        ("exercises", exercises.FOLDER),
    ):
        shutil.copytree(place, folder / name, ignore=own)
    return folder


@pytest.fixture
def maths(everything, monkeypatch):
    """The course, of which these copies judge the marks."""
    monkeypatch.setattr(checksums, "LIBRARY", everything / "library")
    monkeypatch.setattr(checksums, "GRADING", everything / "grading")
    monkeypatch.setattr(exercises, "FOLDER", everything / "exercises")
    return course.find(everything / "course")


@pytest.fixture
def write():
    """Write files, and put them back after the test."""
    before = {}

    def written(path, text: str) -> None:
        before.setdefault(path, path.read_text("utf-8") if path.exists() else None)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    yield written
    for path, text in before.items():
        path.unlink() if text is None else path.write_text(text, encoding="utf-8")


def checksum(made) -> bytes:
    return checksums.checksum(made, made.read_release("hw1"))


JUDGING = [
    ("library/attention.py", "    return ", "    0\n    return "),
    ("library/exercises/verdict.py", "none of the usual mistakes", "no usual mistake"),
    ("exercises/self_attention/new_row/checks.py", "rng.integers(0, 4", "rng.integers(0, 5"),
    ("exercises/self_attention/new_row/wrong.py", "leaves itself out", "is left out"),
    ("course/exercises/row_means/checks.py", "(1, 3), ", ""),
    ("course/release/hw1/hw1.ipynb", "Keep three decimals", "Keep four decimals"),
    ("grading/jail/limits.py", "SPARE, IN_ORDER = 4, 6", "SPARE, IN_ORDER = 5, 6"),
    ("grading/marks/workers.py", "kinds=kinds", "kinds={}"),
]


@pytest.mark.parametrize(("file", "old", "new"), JUDGING, ids=[file for file, *_ in JUDGING])
def test_a_change_of_what_computes_or_judges_makes_marks_old(
    maths, everything, write, file, old, new
):
    before, path = checksum(maths), everything / file
    text = path.read_text("utf-8")
    assert old in text
    write(path, text.replace(old, new, 1))
    assert checksum(maths) != before


def test_a_comment_a_docstring_and_a_blank_line_change_nothing(maths, everything, write):
    before, changed = checksum(maths), [*checksums._code(maths, maths.read_release("hw1"))]
    assert len(changed) > 50
    assert everything / "library" / "attention.py" in changed
    for path in changed:
        text = path.read_text("utf-8").replace("\n\n\n", "\n\n\n\n# Another remark.\n\n")
        words = text.replace('"""', '"""In other words: ', 1) if text.startswith('"""') else text
        write(path, f"\n{words}")
    assert checksum(maths) == before


def test_what_shows_results_and_exercises_not_set_change_nothing(maths, everything, write):
    before, release = checksum(maths), maths.release("hw1")
    write(everything / "exercises/all_heads/multi_head/checks.py", "changed = 1\n")
    write(everything / "library" / "widgets" / "new.py", "changed = 1\n")
    write(release, release.read_text("utf-8") + "\n")
    assert checksum(maths) == before


@pytest.mark.parametrize("name", checksums.COMPUTE)
def test_another_version_of_what_computes_makes_marks_old(maths, monkeypatch, name):
    before = checksum(maths)
    version = checksums.version
    monkeypatch.setattr(checksums, "version", lambda n: "0.1" if n == name else version(n))
    assert checksum(maths) != before


def test_another_python_makes_marks_old(maths, monkeypatch):
    before = checksum(maths)
    monkeypatch.setattr(checksums.platform, "python_version", lambda: "3.11.99")
    assert checksum(maths) != before


def test_another_seed_and_other_points_make_marks_old(maths, write):
    seen, nb = {checksum(maths)}, maths.read_release("hw1")
    write(maths.root / "secret_seed", "357\n")
    seen.add(checksum(maths))
    (cell,) = [cell for cell in nb.cells if cell.id == "row_means"]
    cell.metadata.nbgrader.points = 5
    write(maths.release("hw1"), nbformat.writes(nb))
    seen.add(checksum(maths))
    nb.metadata.many_heads.variant = "hw1-of-another-class"
    write(maths.release("hw1"), nbformat.writes(nb))
    seen.add(checksum(maths))
    assert len(seen) == 4


def test_what_is_no_python_is_told_with_its_line(maths, write):
    write(maths.exercises / "row_means" / "checks.py", '"""Inputs."""\n\ndef (\n')
    with pytest.raises(CourseError, match=r"row_means/checks\.py, line 3: "):
        checksum(maths)
