"""The gradebook: nbgrader's database, with more tables for what it has no place for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from nbgrader import api
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select, update

from grading.course import Course, CourseError
from grading.marks import autograded_checksums, manual_points, verdict_table
from grading.marks.mark import Graded


class Row(NamedTuple):
    """One student's scores as the gradebook has them, with those given by hand."""

    student: api.Student
    scores: dict[str, float]  # by the grade_id of the grade cell
    score: float
    waiting: int  # answers that a human still has to grade
    again: list[str]  # of these, the ones that had points by hand, for another text


@contextmanager
def opened(course: Course) -> Iterator[api.Gradebook]:
    """Open the gradebook of a course."""
    place = CourseDirectory(config=course.config())
    with api.Gradebook(place.db_url, place.course_id) as book:
        for table in (verdict_table.VERDICTS, manual_points.TEXTS, autograded_checksums.PAGES):
            table.create(book.engine, checkfirst=True)
        yield book


def assignment(book: api.Gradebook, name: str) -> api.Assignment:
    """Find an assignment that was released."""
    try:
        return book.find_assignment(name)
    except api.MissingEntry:
        raise CourseError(
            f"the gradebook has no assignment {name}; release it: "
            f"python -m grading release COURSE {name}"
        ) from None


def reset(book: api.Gradebook, name: str, students: list[str]) -> None:
    """Take back the scores of these students until they are graded; add who is not there yet."""
    of = assignment(book, name)
    known = set(book.db.scalars(_submissions(of).with_only_columns(_SUBMITTED.student_id)))
    for student in students:
        if student not in known:
            book.db.add(_new(book, of, student))
    book.db.flush()
    manual_points.note(book, name, students)
    notebooks = select(api.SubmittedNotebook.id).where(
        api.SubmittedNotebook.assignment_id.in_(
            _submissions(of)
            .where(_SUBMITTED.student_id.in_(students))
            .with_only_columns(_SUBMITTED.id)
        )
    )
    taken_back = update(api.Grade).where(api.Grade.notebook_id.in_(notebooks))
    book.db.execute(
        taken_back.values(auto_score=None, needs_manual_grade=True),
        execution_options={"synchronize_session": False},
    )
    verdict_table.forget(book, name, students)
    book.db.commit()


def save(
    book: api.Gradebook,
    name: str,
    student: str,
    key: str,
    graded: Graded,
    scores: dict[str, float],
    comments: dict[str, str],
    texts: dict[str, str],
) -> None:
    """Write all that grading found in one submission, in one transaction.

    A grade cell without a score waits for a human; so does one that a human graded when the
    student's text for it, of which ``texts`` has the checksums, was another.
    """
    stands = manual_points.keep(book, name, student, texts)
    submission = book.find_submission(name, student)
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            grade.auto_score = scores.get(grade.name)
            given = grade.auto_score if grade.manual_score is None else grade.manual_score
            seen = grade.manual_score is None or grade.name in stands
            grade.needs_manual_grade = given is None or not seen
        for comment in notebook.comments:
            comment.auto_comment = comments.get(comment.name)
    verdict_table.keep(book, name, student, key, graded)
    book.db.commit()


def rows(book: api.Gradebook, name: str, students: list[str]) -> list[Row]:
    """Return the scores of these students."""
    wanted = set(students)
    found = book.db.scalars(_submissions(assignment(book, name)))
    return [_row(one) for one in found if one.student_id in wanted]


_SUBMITTED = api.SubmittedAssignment


def _submissions(of: api.Assignment) -> Any:
    ordered = select(_SUBMITTED).order_by(_SUBMITTED.student_id)
    return ordered.where(_SUBMITTED.assignment_id == of.id)


def _new(book: api.Gradebook, of: api.Assignment, student: str) -> api.SubmittedAssignment:
    """Make an empty submission as nbgrader does, but without one transaction for each."""
    book.db.merge(api.Student(id=student))
    made = _SUBMITTED(assignment_id=of.id, student_id=student)
    for notebook in of.notebooks:
        one = api.SubmittedNotebook(notebook_id=notebook.id, assignment=made)
        one.grades = [api.Grade(cell_id=cell.id) for cell in notebook.grade_cells]
        one.comments = [api.Comment(cell_id=cell.id) for cell in notebook.solution_cells]
    return made


def _row(submission: api.SubmittedAssignment) -> Row:
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    return Row(
        submission.student,
        {grade.name: grade.score for grade in grades},
        submission.score,
        sum(grade.needs_manual_grade for grade in grades),
        [g.name for g in grades if g.needs_manual_grade and g.manual_score is not None],
    )
