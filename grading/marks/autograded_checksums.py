"""The notebooks with our verdicts in `autograded/`: which are still as they were written?

The formgrader's own *Autograde* writes others in their place, without a verdict.
"""

import hashlib
from pathlib import Path

from nbgrader.api import Gradebook
from sqlalchemy import Column, MetaData, String, Table, delete, insert, select

PAGES = Table(
    "many_heads_pages",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("seal", String(64), nullable=False),  # checksum of the notebook
)


def keep(book: Gradebook, name: str, student: str, path: Path) -> None:
    """Note what a notebook is like now."""
    mine = PAGES.c.assignment == name, PAGES.c.student == student
    book.db.execute(delete(PAGES).where(*mine))
    row = {"assignment": name, "student": student, "seal": _seal(path)}
    book.db.execute(insert(PAGES).values(row))


def changed(book: Gradebook, name: str, paths: dict[str, Path]) -> list[str]:
    """List the students whose notebook is not the one that was written."""
    rows = book.db.execute(select(PAGES).where(PAGES.c.assignment == name))
    seals = {row.student: row.seal for row in rows}
    return [student for student, path in paths.items() if seals.get(student) != _seal(path)]


def _seal(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"
