"""An assignment holds the exercises that were asked for, with their points and numbers."""

import re

import nbformat
import pytest

from grading.assign import assignments
from grading.course import CourseError
from tools.authors import exercise_source

SOURCES = {source.name: source for source in exercise_source.read_all()}


def test_an_assignment_has_the_points_and_the_variant_that_were_asked_for():
    nb = assignments.make("hw3", ["split_heads=2.5", "new_row"], variant=5)
    marks = [cell.metadata.nbgrader for cell in nb.cells if cell.metadata.get("nbgrader")]
    assert [(m.grade_id, m.points) for m in marks if m.grade] == [
        ("split_heads", 2.5),
        ("new_row", 1),
    ]
    text = "\n".join(cell.source for cell in nb.cells)
    assert " minutes, 2.5 points.*" in text
    assert " minutes, 1 point.*" in text
    assert exercise_source.fill(SOURCES["new_row"], SOURCES["new_row"].task, 5) in text
    assert 'check("new_row", new_row, seed=5)' in text
    assert nb.metadata.many_heads.variant == 5


def test_making_it_again_gives_the_same_notebook():
    one, two = (assignments.make("hw3", list(SOURCES), 3) for _ in range(2))
    assert nbformat.writes(one) == nbformat.writes(two)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (["nothing"], "no exercise is named 'nothing'; there are "),
        (["new_row=0"], "new_row=0: '0' points; give a number above 0, as in new_row=2"),
        (["new_row=-3"], "'-3' points; give a number above 0"),
        (["new_row=nan"], "'nan' points"),
        (["new_row", "attention", "new_row=3"], "new_row: named twice; name each exercise once"),
    ],
)
def test_an_assignment_that_cannot_be_is_told_why(wanted, words):
    with pytest.raises(CourseError, match=re.escape(words)):
        assignments.make("hw3", wanted, 0)
