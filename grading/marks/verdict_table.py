"""The verdicts behind the scores: one more table in nbgrader's database."""

import json
from typing import Any

from nbgrader.api import Gradebook
from sqlalchemy import Column, MetaData, String, Table, Text, delete, insert, select

from grading.marks.mark import Graded, Mark

VERDICTS = Table(
    "many_heads_verdicts",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("key", String(64), nullable=False),  # checksum of the file and of what graded it
    Column("graded", Text, nullable=False),  # a Graded, as JSON
)


def keep(book: Gradebook, name: str, student: str, key: str, graded: Graded) -> None:
    """Write what grading found in a submission, in place of what it found before."""
    forget(book, name, [student])
    row = {"assignment": name, "student": student, "key": key, "graded": json.dumps(graded)}
    book.db.execute(insert(VERDICTS).values(row))


def forget(book: Gradebook, name: str, students: list[str]) -> None:
    """Remove what was found in the submissions of these students."""
    mine = VERDICTS.c.assignment == name, VERDICTS.c.student.in_(students)
    book.db.execute(delete(VERDICTS).where(*mine))


def read(book: Gradebook, name: str) -> dict[str, tuple[str, Graded]]:
    """Return by student the key and what was found."""
    rows = book.db.execute(select(VERDICTS).where(VERDICTS.c.assignment == name))
    return {row.student: (row.key, _graded(json.loads(row.graded))) for row in rows}


def _graded(found: list[Any]) -> Graded:
    marks, notes, refused = found
    return Graded({name: Mark(*mark) for name, mark in marks.items()}, notes, refused)
