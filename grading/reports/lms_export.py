"""Marks written back into the gradebook of an LMS, which otherwise stays as it came."""

import re
from pathlib import Path
from typing import NamedTuple

from grading.course import Course, whole
from grading.marks.freshness import Final
from grading.reports import matching, roster
from grading.reports.matching import Matched
from grading.reports.roster import Roster

NUMBER = re.compile(r"\d+([.,]\d+)?")
NO_MARK = ("", "-", "N/A")  # what an LMS writes where there is none


class Written(NamedTuple):
    """What was written, and what an instructor should know of it."""

    path: Path
    matched: Matched
    notes: list[str]


def match(final: Final, found: Roster) -> Matched:
    """Find the row of every student that has marks."""
    return matching.match(found.people, [row.student for row in final.rows], found.path.name)


def write(course: Course, name: str, final: Final, path: Path, column: str | None) -> Written:
    """Write the marks into a copy of a gradebook, `exports/NAME-…`, ready for upload.

    Who handed in nothing keeps the cell as it is.

    Raises
    ------
    CourseError
        If the file is no gradebook, or it is not clear which column has the marks.
    """
    found = roster.read(path)
    at, matched = roster.column(found, name, column), match(final, found)
    changes, replaced, kept = {}, [], []
    comma = _decimal_comma(found)
    for row in final.rows:
        person = matched.people.get(row.student.id)
        if person is None:
            continue
        cell, score = found.cell(person.row, at), round(row.score, 2)
        before = cell.value.strip()
        if before not in NO_MARK and not NUMBER.fullmatch(before):
            kept.append(f"{person.name} ({before})")
        elif before in NO_MARK or float(before.replace(",", ".")) != score:
            text = f"{score:.2f}".rstrip("0").rstrip(".")
            changes[cell] = text.replace(".", ",") if comma else text
            replaced += [] if before in NO_MARK else [f"{person.name} ({before})"]
    target = course.root / "exports" / f"{name}-{path.name}"
    with whole(target) as part:
        part.write_bytes(found.sheet.changed(changes))
    notes = [f"Replaced other marks of {', '.join(replaced)}."] if replaced else []
    notes += [f"Left what is no number: {', '.join(kept)}."] if kept else []
    return Written(target, matched, [*notes, *_maximum(final, found, at)])


def absent(matched: Matched) -> str:
    """Say from whom of the class nothing was collected."""
    names = ", ".join(person.name for person in matched.absent)
    total = len(matched.people) + len(matched.absent)
    if not names:
        return f"From all {total} of the class something was collected."
    return f"Nothing was collected from {len(matched.absent)} of {total}: {names}"


def _maximum(final: Final, found: Roster, at: int) -> list[str]:
    cell, most = roster.maximum(found, at), sum(final.points.values())
    text = cell.value.strip() if cell else ""
    if not NUMBER.fullmatch(text) or float(text.replace(",", ".")) == most:
        return []
    return [f"There it has {text} points at most, here {most:g}; set {most:g} in the LMS."]


def _decimal_comma(found: Roster) -> bool:
    """Say whether the numbers of a gradebook have a comma, as in many languages."""
    values = [cell.value.strip() for row in found.sheet.rows for cell in row]
    numbers = [value for value in values if NUMBER.fullmatch(value)]
    return any("," in n for n in numbers) and not any("." in n for n in numbers)
