"""The gradebook of Canvas or Moodle: who is in the class, and which column has the marks."""

import re
from pathlib import Path
from typing import NamedTuple

from grading.course import CourseError
from grading.reports import csv_file, matching
from grading.reports.csv_file import Cell, Sheet
from grading.reports.matching import Person

CANVAS, WORKSHEET, GRADEBOOK = "Canvas's gradebook", "Moodle's worksheet", "Moodle's gradebook"
PARTICIPANT = re.compile(r"\D+(\d+)")  # "Participant 123", in any language
EMAIL = re.compile(r"\S+@\S+")
LOGINS = ("SIS User ID", "SIS Login ID", "Integration ID", "Username", "ID number")
TEST_STUDENT = "Student, Test"  # Canvas has one in each course
SHOWN = 20  # columns, in a message


class Roster(NamedTuple):
    """A gradebook as it came."""

    path: Path
    kind: str
    sheet: Sheet
    head: list[str]
    people: list[Person]

    def cell(self, row: int, column: int) -> Cell:
        return self.sheet.rows[row - 1][column]


def read(path: Path) -> Roster:
    """Read the gradebook that an LMS lets its teachers export.

    Raises
    ------
    CourseError
        If it is neither Canvas's gradebook, nor Moodle's, nor Moodle's grading worksheet.
    """
    found = csv_file.read(path)
    head, *rows = [[cell.value.strip() for cell in row] for row in found.rows]
    numbered = {n: row for n, row in enumerate(rows, start=2) if any(row)}
    for number, row in numbered.items():
        if len(row) < len(head):
            raise CourseError(
                f"{path}: row {number} has {len(row)} cells, and the first row has {len(head)}; "
                "export it anew"
            )
    kind = _kind(path, head, list(numbered.values()))
    if kind == CANVAS:
        students = {n: row for n, row in numbered.items() if row[1] and row[0] != TEST_STUDENT}
    else:
        students = numbered
    logins = _logins(kind, head, list(students.values()))
    made = [_person(kind, n, row, [row[one] for one in logins]) for n, row in students.items()]
    return Roster(path, kind, found, head, made)


def column(roster: Roster, name: str, wanted: str | None) -> int:
    """Find the column of an assignment.

    Raises
    ------
    CourseError
        If no column has this name, or several have it.
    """
    if wanted is not None:
        pattern = re.escape(wanted.strip())
    elif roster.kind == WORKSHEET:
        pattern = "Grade"
    else:  # "hw1 (123)" in Canvas, "Assignment: hw1 (Real)" in Moodle
        pattern = rf"([^:]*: ?)?{re.escape(name)}( \([^()]*\))?"
    found = [n for n, text in enumerate(roster.head) if re.fullmatch(pattern, text)]
    if len(found) != 1:
        many = "several columns" if found else "no column"
        known = ", ".join(f'"{text}"' for text in roster.head[:SHOWN])
        raise CourseError(
            f"{roster.path} has {many} for {wanted or name}; name one with --column, of {known}"
        )
    return found[0]


def maximum(roster: Roster, at: int) -> Cell | None:
    """Find the cell that says how many points the LMS gives at most."""
    if roster.kind == WORKSHEET and "Maximum Grade" in roster.head and roster.people:
        return roster.cell(roster.people[0].row, roster.head.index("Maximum Grade"))
    if roster.kind == CANVAS:
        for row in roster.sheet.rows:
            if row[0].value.strip() == "Points Possible":
                return row[at]
    return None


def _kind(path: Path, head: list[str], rows: list[list[str]]) -> str:
    if head[:2] == ["Student", "ID"]:
        return CANVAS
    if len(head) > 1 and rows and all(PARTICIPANT.fullmatch(row[0]) for row in rows):
        return WORKSHEET
    if len(head) > 1 and rows and (_emails(rows) or head[0].casefold() == "first name"):
        return GRADEBOOK
    raise CourseError(
        f"{path} is neither Canvas's gradebook (Student, ID, …), nor Moodle's (First name, "
        "Last name, …, Email address), nor its grading worksheet (Identifier, Full name, …); "
        "give a file as the LMS exports it"
    )


def _emails(rows: list[list[str]]) -> list[int]:
    given = [[row[n] for row in rows if row[n]] for n in range(len(rows[0]))] if rows else []
    return [n for n, texts in enumerate(given) if texts and all(map(EMAIL.fullmatch, texts))]


def _logins(kind: str, head: list[str], rows: list[list[str]]) -> list[int]:
    """List the columns that say who someone is; in Moodle's gradebook those up to the address."""
    emails = _emails(rows)
    own = range(2, emails[0]) if kind == GRADEBOOK and emails else []
    return sorted({*emails, *own, *(n for n, text in enumerate(head) if text in LOGINS)})


def _person(kind: str, number: int, row: list[str], logins: list[str]) -> Person:
    if kind == GRADEBOOK:
        return matching.person(number, row[:2], "", logins)
    if kind == CANVAS:
        return matching.person(number, row[:1], row[1], logins)
    return matching.person(number, row[1:2], PARTICIPANT.fullmatch(row[0])[1], logins)
