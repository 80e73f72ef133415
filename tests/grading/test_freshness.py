"""A mark stands for a file and for all that it was judged with: if any of it changes, it is old."""

import os

import nbformat
import pytest

from grading import course
from grading.assign import assignments
from grading.collect.ipynb import MAX_FILE
from grading.course import CourseError
from grading.marks import freshness


@pytest.fixture
def maths(tmp_path):
    """A released hw1 that anna and bo have handed in."""
    made = course.new(tmp_path / "maths")
    nb = assignments.make(made, "hw1", ["new_row"])
    for path in (made.release("hw1"), made.submitted("anna", "hw1"), made.submitted("bo", "hw1")):
        path.parent.mkdir(parents=True)
        nbformat.write(nb, path)
    return made


def keys(made) -> dict[str, str]:
    return freshness.keys(made, "hw1")


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


def test_another_seed_makes_every_mark_old(maths):
    before = keys(maths)
    (maths.root / "secret_seed").write_text("357\n")
    assert not {*before.values()} & {*keys(maths).values()}


def test_nothing_collected_is_told_with_the_command(tmp_path):
    made = course.new(tmp_path / "maths")
    with pytest.raises(CourseError, match="collected for hw1; collect it: python -m grading coll"):
        keys(made)
