"""Who of a gradebook handed in what: rows and students are matched, and what is open is said."""

import re
import unicodedata
from typing import NamedTuple

from nbgrader.api import Student

COLLECTED = re.compile(r"(?P<name>.+)_(?P<id>\d+)")  # as `collect` names what an LMS gave


class Person(NamedTuple):
    """What a row of a gradebook says about its student."""

    row: int  # from 1, as a spreadsheet counts
    name: str
    number: str  # of the LMS, as in the names of files
    handles: set[str]  # logins and the like
    spellings: set[str]  # of the name, as file names have it


class Matched(NamedTuple):
    """Which row is whose."""

    people: dict[str, Person]  # by student
    open: list[str]  # in words: students who are no row, or more than one
    absent: list[Person]  # nothing was collected from them


def person(row: int, names: list[str], number: str, handles: list[str]) -> Person:
    """Read a row: its names are one, as in `Doe, Jane` or `Jane Doe`, or first and last name."""
    parts = names if len(names) > 1 else re.split(", ", names[0], maxsplit=1)
    spellings = {plain("".join(order)) for order in (parts, parts[::-1])}
    logins = {part for one in handles for part in (one.casefold(), one.casefold().split("@")[0])}
    return Person(row, " ".join(filter(None, names)), number, logins - {""}, spellings)


def match(people: list[Person], students: list[Student], file: str) -> Matched:
    """Find the row of every student; a row of several students is nobody's."""
    found = {student.id: rows_of(student, people) for student in students}
    claims: dict[int, list[str]] = {}
    for student, rows in found.items():
        for one in rows:
            claims.setdefault(one.row, []).append(student)
    sure, unsure = {}, []
    for student, rows in found.items():
        if not rows:
            unsure.append(f"{student} is not in {file}")
        elif len(rows) > 1:
            which = " or ".join(f"{one.name} (row {one.row})" for one in rows)
            unsure.append(f"{student} may be {which}")
        elif len(claims[rows[0].row]) > 1:
            others = ", ".join(other for other in claims[rows[0].row] if other != student)
            unsure.append(f"{student} is {rows[0].name} (row {rows[0].row}), and so is {others}")
        else:
            sure[student] = rows[0]
    return Matched(sure, unsure, [one for one in people if one.row not in claims])


def rows_of(student: Student, people: list[Person]) -> list[Person]:
    """Find a student by login, else by the number of the LMS, else, without numbers, by name."""
    logins = {text.casefold() for text in (student.id, student.email) if text}
    found = [one for one in people if one.handles & logins]
    collected = COLLECTED.fullmatch(student.id)
    number = student.lms_user_id or (collected["id"] if collected else "")
    if not found and number and any(one.number for one in people):
        return [one for one in people if one.number == number]
    names = [name for name in (student.first_name, student.last_name) if name]
    name = plain("".join(names) or (collected["name"] if collected else student.id))
    return found or [one for one in people if name in one.spellings]


def plain(text: str) -> str:
    """Write a name with nothing but letters and digits, as file names may have it."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
