"""The marks are those known in advance, however often, and whatever stops the grading."""

import sqlite3

import pytest
from marked_class import CLASS, NOTHING, POINTS, RIGHT, SCORES, STRANGE, copied

from grading import grade, gradebook, standing
from grading.course import CourseError


def content(course) -> list[tuple]:
    """All that grading writes, without the random ids of nbgrader."""
    tables = """
        select student_id, base_cell.name, auto_score, manual_score, needs_manual_grade, ''
        from grade join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        union all
        select student_id, base_cell.name, '', '', '', auto_comment
        from comment join base_cell on base_cell.id = comment.cell_id
        join submitted_notebook on submitted_notebook.id = comment.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        union all
        select student, key, graded, '', '', '' from many_heads_verdicts
        order by 1, 2, 3"""
    with sqlite3.connect(course.root / "gradebook.db") as book:
        return book.execute(tables).fetchall()


def scores(course) -> dict[str, float]:
    return {row.student.id: row.score for row in standing.final(course, "hw1").rows}


def forget(course) -> None:
    """Make every submission one that still has to be graded."""
    with sqlite3.connect(course.root / "gradebook.db") as book:
        book.execute("update many_heads_verdicts set key = 'another'")


def test_the_marks_and_misconceptions_are_those_known_in_advance(graded):
    found = standing.final(graded, "hw1")
    assert {row.student.id: row.score for row in found.rows} == SCORES
    assert found.points == POINTS
    for student, kinds in CLASS.items():
        marks = found.graded[student].marks
        assert {name: mark.passed for name, mark in marks.items()} == {
            name: kind == RIGHT for name, kind in kinds.items()
        }
        named = [None if k in (RIGHT, NOTHING, STRANGE) else k for k in kinds.values()]
        assert [mark.misconception for mark in marks.values()] == named


def test_a_refused_file_has_zero_and_says_why(graded):
    found = standing.final(graded, "hw1").graded["fay"]
    assert "is no complete notebook file" in found.refused
    comments = [row[5] for row in content(graded) if row[0] == "fay" and row[5]]
    assert len(comments) == len(POINTS)
    assert all(comment.startswith("    The file is no complete notebook") for comment in comments)


def test_grading_again_changes_nothing(graded, tmp_path):
    course = copied(graded, tmp_path)
    before = content(course)
    outcome = grade.grade(course, "hw1", workers=1)
    assert (outcome.graded, outcome.unchanged, list(outcome.refused)) == (0, 7, ["fay"])
    assert content(course) == before
    forget(course)
    assert grade.grade(course, "hw1", workers=1).graded == 7
    assert content(course) == before


def test_an_interrupted_run_is_not_final_and_resumes(handed_in, tmp_path, monkeypatch):
    course = copied(handed_in, tmp_path)
    saved, save = [], gradebook.save

    def stopped(book, name, student, *others):
        if len(saved) == 3:
            raise KeyboardInterrupt
        saved.append(student)
        save(book, name, student, *others)

    monkeypatch.setattr(gradebook, "save", stopped)
    with pytest.raises(KeyboardInterrupt):
        grade.grade(course, "hw1", workers=1)
    monkeypatch.undo()
    with pytest.raises(CourseError, match="hw1 is not final: 3 of 7 graded; run: python -m grad"):
        standing.final(course, "hw1")
    outcome = grade.grade(course, "hw1", workers=1)
    assert (outcome.graded, outcome.unchanged) == (4, 3)
    assert scores(course) == SCORES
