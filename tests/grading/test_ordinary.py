"""Ordinary notebooks get the marks that they deserve, and a lost mark is explained."""

import json

import nbformat
import pytest
from ordinary import HABITS, known_answers, times
from ordinary.habit import POINTS

from grading.assign import assignments, release
from grading.assign.options import Options
from grading.course import new
from grading.marks import freshness, grade

STUDENTS = {name: f"{number:03}" for number, name in enumerate(HABITS)}
# What a cell or a call may take: little where students wait for it, much where nobody does.
OF_SLOW, OF_OTHERS = 1.0, 5.0


@pytest.fixture(scope="module")
def class_of_all(dask_address, tmp_path_factory):
    """Grade every habit as a student, and return the marks and the rows of both classes."""
    graded, rows = {}, {}
    for seconds in (OF_SLOW, OF_OTHERS):
        names = [name for name in HABITS if (name in times.HABITS) == (seconds == OF_SLOW)]
        place = tmp_path_factory.mktemp("ordinary") / "course"
        final = class_of(names, place, seconds, dask_address)
        graded |= final.graded
        rows |= {row.student.id: row.scores for row in final.rows}
    return graded, rows


def class_of(names, place, seconds, scheduler):
    """Grade one course in which each of these habits is a student."""
    course = new(place)
    known_answers.keep_seed(course.root)
    wanted = [f"{exercise}={points}" for exercise, points in POINTS.items()]
    path = course.source("hw1")
    path.parent.mkdir(parents=True)
    source = assignments.make(course, "hw1", wanted, Options(seconds=seconds))
    nbformat.write(source, path)
    released = json.loads(release.release(course, "hw1").read_text("utf-8"))
    for name in names:
        path = course.submitted(STUDENTS[name], "hw1")
        path.parent.mkdir(parents=True)
        path.write_bytes(HABITS[name].notebook(released, seconds))
    grade.grade(course, "hw1", scheduler=scheduler)
    return freshness.final(course, "hw1")


@pytest.mark.long
@pytest.mark.parametrize("name", HABITS)
def test_an_ordinary_notebook_gets_what_it_deserves(name, class_of_all):
    graded, rows = class_of_all
    found = graded[STUDENTS[name]]
    said = {exercise: mark.message for exercise, mark in found.marks.items()}
    assert rows[STUDENTS[name]] == HABITS[name].points(), (said, found.notes)
    for exercise, word in HABITS[name].lost.items():
        assert word in "\n".join([said[exercise], *found.notes]), "the feedback shows both"
