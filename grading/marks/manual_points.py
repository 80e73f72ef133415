"""Points that a human gave stay, as long as the student's own text for that answer stays."""

import hashlib
from typing import Any

from nbformat import NotebookNode
from nbgrader import api
from sqlalchemy import Column, MetaData, String, Table, delete, insert, select, update

from grading import cells

TEXTS = Table(
    "many_heads_texts",
    MetaData(),
    Column("assignment", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("exercise", String(128), primary_key=True),
    Column("text", String(64), nullable=False),  # checksum of the answer as it was graded last
    Column("seen", String(64)),  # of the answer that a human gave points for
)


def texts(release: NotebookNode, given: NotebookNode, written: dict[str, str]) -> dict[str, str]:
    """Return by exercise a checksum of what the student wrote for it.

    An answer whose cells are gone may be anywhere; then all code of the notebook stands for it.
    """
    released = {cells.grade_id(cell): cell for cell in release.cells}
    own = {name for name, cell in released.items() if name and cells.marks(cell).get("solution")}
    sources: dict[str, list[str]] = {}
    for cell in given.cells:
        sources.setdefault(cells.grade_id(cell) or "", []).append(cell.source)
    code = [cell.source for cell in given.cells if cell.cell_type == "code"]
    found = {}
    for name in cells.marked(release):
        places = own & {name, f"{name}-answer", f"{name}-code"}
        parts = [source for place in sorted(places) for source in sources.get(place, [])]
        text = "\n".join([*(parts or code), written.get(name, "")])
        found[name] = hashlib.sha256(text.encode()).hexdigest()
    return found


def note(book: api.Gradebook, name: str, students: list[str]) -> None:
    """Note for which texts the points by hand were given; done before scores are taken back."""
    submitted, notebook = api.SubmittedAssignment, api.SubmittedNotebook
    looked_at = (
        select(submitted.student_id, api.BaseCell.name)
        .join(notebook, notebook.assignment_id == submitted.id)
        .join(api.Grade, api.Grade.notebook_id == notebook.id)
        .join(api.BaseCell, api.BaseCell.id == api.Grade.cell_id)
        .join(api.Assignment, api.Assignment.id == submitted.assignment_id)
        .where(api.Assignment.name == name, submitted.student_id.in_(students))
        .where(api.Grade.manual_score.is_not(None), api.Grade.needs_manual_grade.is_(False))
    )
    for student, exercise in book.db.execute(looked_at).all():
        one = (*_of(name, student), TEXTS.c.exercise == exercise)
        book.db.execute(update(TEXTS).where(*one).values(seen=TEXTS.c.text))


def keep(book: api.Gradebook, name: str, student: str, now: dict[str, str]) -> set[str]:
    """Store the texts that are graded now; return the exercises whose text a human has seen."""
    mine = _of(name, student)
    rows = book.db.execute(select(TEXTS).where(*mine)).all()
    seen = {row.exercise: row.seen for row in rows}
    book.db.execute(delete(TEXTS).where(*mine))
    for exercise, text in now.items():
        row = {"assignment": name, "student": student, "exercise": exercise}
        book.db.execute(insert(TEXTS).values(row | {"text": text, "seen": seen.get(exercise)}))
    return {exercise for exercise, text in now.items() if seen.get(exercise) == text}


def _of(name: str, student: str) -> tuple[Any, Any]:
    return TEXTS.c.assignment == name, TEXTS.c.student == student
