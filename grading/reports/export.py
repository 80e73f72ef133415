"""Write the final marks as Canvas, Moodle and Gradescope import them."""

import csv
import json
from pathlib import Path
from typing import Any

from nbgrader.api import Student

from grading.course import Course, whole
from grading.marks.freshness import Final
from grading.marks.mark import Graded
from grading.reports.matching import COLLECTED

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")  # what a spreadsheet takes for a formula


def export(course: Course, name: str, final: Final) -> list[Path]:
    """Write the final marks into `exports/` and return the files."""
    folder = course.root / "exports"
    tables = {"canvas": canvas(final, name), "moodle": moodle(final)}
    written = [_table(folder / f"{name}-{lms}.csv", rows) for lms, rows in tables.items()]
    for row in final.rows:
        path = folder / f"{name}-gradescope" / row.student.id / "results.json"
        result = gradescope(final.points, row.scores, final.graded[row.student.id])
        written.append(_write(path, json.dumps(result, indent=1, ensure_ascii=False) + "\n"))
    return written


def canvas(final: Final, name: str) -> list[list[Any]]:
    """Return the rows for Canvas, which finds a student by the ID or the login."""
    rows = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", name],
        ["    Points Possible", "", "", "", "", sum(final.points.values())],
    ]
    for row in final.rows:
        person, number = _person(row.student)
        login = "" if number else row.student.id
        rows.append([person, number, "", login, "", row.score])
    return rows


def moodle(final: Final) -> list[list[Any]]:
    """Return the rows of Moodle's grading worksheet, which needs the last column to be there."""
    most = sum(final.points.values())
    head = ["Identifier", "Full name", "Email address", "Grade", "Maximum Grade"]
    rows = [[*head, "Last modified (grade)"]]
    for row in final.rows:
        person, number = _person(row.student)
        identifier = f"Participant {number}" if number else row.student.id
        rows.append([identifier, person, row.student.email or "", row.score, most, ""])
    return rows


def gradescope(points: dict[str, float], scores: dict[str, float], found: Graded) -> dict[str, Any]:
    """Return one student's results; a test for each exercise."""
    tests = []
    for exercise, worth in points.items():
        mark = found.marks.get(exercise)
        output = mark.message if mark else f"The file {found.refused}." if found.refused else ""
        test = {"name": exercise, "score": scores[exercise], "max_score": worth}
        tests.append(test | {"output": output, "output_format": "text", "visibility": "visible"})
    notes = "\n".join(found.notes)
    total = sum(scores.values())
    return {"score": total, "output": notes, "output_format": "text", "tests": tests}


def _person(student: Student) -> tuple[str, str]:
    """Return the name and the number that the LMS knows a student by."""
    collected = COLLECTED.fullmatch(student.id)
    number = student.lms_user_id or (collected["id"] if collected else "")
    names = [name for name in (student.last_name, student.first_name) if name]
    return ", ".join(names) or (collected["name"] if collected else student.id), number


def _table(path: Path, rows: list[list[Any]]) -> Path:
    with whole(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([_guarded(cell) for cell in row] for row in rows)
    return path


def _guarded(cell: Any) -> Any:
    """Put an apostrophe before a text that a spreadsheet would compute."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _write(path: Path, text: str) -> Path:
    with whole(path) as part:
        part.write_text(text, encoding="utf-8")
    return path
