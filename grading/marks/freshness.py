"""Which submissions are graded as they are now; nothing is reported before all of them are."""

import hashlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

from nbgrader.api import Gradebook

from grading import cells
from grading.collect.ipynb import MAX_FILE
from grading.course import Course, CourseError
from grading.marks import autograded_checksums, checksum, gradebook, verdict_table
from grading.marks.gradebook import Row
from grading.marks.mark import Graded


class Final(NamedTuple):
    """An assignment of which every submission is graded as it is now."""

    points: dict[str, float]  # what each exercise is worth
    rows: list[Row]
    graded: dict[str, Graded]  # by student
    late: list[str]  # students whose submission is marked as late


def keys(course: Course, name: str) -> dict[str, str]:
    """Return for each student a checksum of the collected file and of all that it is graded with.

    Raises
    ------
    CourseError
        If nothing was collected.
    """
    folders = sorted((course.root / "submitted").glob(f"*/{name}/"))
    if not folders:
        raise CourseError(
            f"nothing was collected for {name}; "
            f"collect it: python -m grading collect COURSE {name} FOLDER_OR_ZIP"
        )
    same = checksum.checksum(course, course.read_release(name))
    students = [folder.parent.name for folder in folders]
    return {
        s: hashlib.sha256(same + _file(course.submitted(s, name))).hexdigest() for s in students
    }


def current(book: Gradebook, name: str, wanted: dict[str, str]) -> dict[str, Graded]:
    """Return what was found in the submissions that have not changed since they were graded."""
    found = verdict_table.read(book, name)
    return {s: found[s][1] for s, key in wanted.items() if s in found and found[s][0] == key}


def final(course: Course, name: str, by_hand: bool = True) -> Final:
    """Return the marks of an assignment, if they are final.

    Raises
    ------
    CourseError
        If a submission is not graded as it is now; or, with ``by_hand``, if an answer waits for a
        human.
    """
    release, wanted = course.read_release(name), keys(course, name)
    with gradebook.opened(course) as book:
        graded = current(book, name, wanted)
        rows = gradebook.rows(book, name, list(wanted))
        changed = autograded_checksums.changed(
            book, name, {s: course.autograded(s, name) for s in graded}
        )
    if len(graded) < len(wanted):
        raise CourseError(
            f"{name} is not final: {len(graded)} of {len(wanted)} graded; "
            f"run: python -m grading grade COURSE {name}"
        )
    if changed:
        raise CourseError(
            f"the notebooks with the verdicts on {', '.join(changed)} were changed, as the "
            f"formgrader's Autograde does; put them back: python -m grading grade COURSE {name}"
        )
    waiting = sum(row.waiting for row in rows)
    if by_hand and waiting:
        raise CourseError(
            f"{name} is not final: {waiting} answer(s) wait for your points; "
            "give them in nbgrader's formgrader"
        )
    points = {n: cells.marks(cell).points for n, cell in cells.marked(release).items()}
    late = [student for student in graded if course.late(student, name).exists()]
    return Final(points, rows, graded, late)


def _file(path: Path) -> bytes:
    """Return a checksum of a file; of what is not read, one of its state."""
    if not os.path.lexists(path):
        return b"missing"
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_FILE:
        return f"{status.st_mode} {status.st_size}".encode()
    return hashlib.sha256(path.read_bytes()).digest()
