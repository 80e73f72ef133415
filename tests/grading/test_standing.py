"""A mark stands for a file and for all that it was judged with: if any of it changes, it is old."""

import os
import shutil

import nbformat
import pytest
from multihead.exercises import folders as exercises

from grading import course
from grading.assign import assignments
from grading.collect.ipynb import MAX_FILE
from grading.course import CourseError
from grading.marks import standing


@pytest.fixture
def maths(tmp_path, monkeypatch):
    """A released hw1 that anna and bo have handed in; what judges it is a copy."""
    made = course.new(tmp_path / "maths")
    nb = assignments.make("hw1", ["new_row"], 0)
    for path in (made.release("hw1"), made.submitted("anna", "hw1"), made.submitted("bo", "hw1")):
        path.parent.mkdir(parents=True)
        nbformat.write(nb, path)
    for folder, holder, name in (
        (standing.ENGINE, standing, "ENGINE"),
        (exercises.FOLDER, exercises, "FOLDER"),
    ):
        monkeypatch.setattr(holder, name, tmp_path / name)
        own = shutil.ignore_patterns("__pycache__")
        shutil.copytree(folder, tmp_path / name, ignore=own)
    return made


def keys(made) -> dict[str, str]:
    return standing.keys(made, "hw1")


@pytest.mark.parametrize("file", ["answers.py", "folders.py", "verdict.py"])
def test_a_change_of_the_code_that_judges_makes_every_mark_old(maths, tmp_path, file):
    before = keys(maths)
    (tmp_path / "ENGINE" / file).write_text("# changed", encoding="utf-8")
    old = [student for student, key in keys(maths).items() if key != before[student]]
    assert old == ["anna", "bo"], f"marks outlive a change of {file}, which makes or judges them"


@pytest.mark.parametrize("file", ["checks.py", "wrong.py"])
def test_a_change_of_an_exercise_makes_the_marks_of_its_assignments_old(maths, file):
    before = keys(maths)
    (exercises.folder_of("multi_head") / file).write_text("# changed", encoding="utf-8")
    assert keys(maths) == before, "hw1 does not hold multi_head"
    (exercises.folder_of("new_row") / file).write_text("# changed", encoding="utf-8")
    old = [student for student, key in keys(maths).items() if key != before[student]]
    assert old == ["anna", "bo"], f"marks outlive a change of new_row/{file}"


def test_another_seed_or_release_makes_every_mark_old(maths):
    before = keys(maths)
    (maths.root / "secret_seed").write_text("357\n")
    seed = keys(maths)
    nb = maths.read_release("hw1")
    nb.cells[0].source += "More."
    nbformat.write(nb, maths.release("hw1"))
    for student in ("anna", "bo"):
        assert len({before[student], seed[student], keys(maths)[student]}) == 3


def test_another_file_makes_only_its_own_mark_old(maths):
    before = keys(maths)
    path = maths.submitted("anna", "hw1")
    seen = {before["anna"]}
    for change in (
        lambda: path.write_text("{}", encoding="utf-8"),
        lambda: os.truncate(path, MAX_FILE + 1),
        lambda: os.truncate(path, MAX_FILE + 2),
        path.unlink,
        lambda: path.symlink_to(maths.submitted("bo", "hw1")),
    ):
        change()
        now = keys(maths)
        assert now["bo"] == before["bo"]
        assert now["anna"] not in seen
        seen.add(now["anna"])


def test_nothing_collected_is_told_with_the_command(tmp_path):
    made = course.new(tmp_path / "maths")
    with pytest.raises(CourseError, match="collected for hw1; collect it: python -m grading coll"):
        keys(made)
