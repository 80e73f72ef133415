"""Whose notebook is it? The path says so, in the way of Canvas, of Moodle or of plain folders."""

import re
import unicodedata
from pathlib import PurePosixPath
from typing import NamedTuple

from grading.collect.ipynb import RefusedError

# doejane_LATE_12345_67890_hw1-1.ipynb: name, user, upload, file
CANVAS = re.compile(r"(?P<who>[^/]+?)_(?P<late>LATE_)?(?P<id>\d+)_(?P<upload>\d+)_(?P<stem>[^/]+)")
# Jane Doe_12345_assignsubmission_file_/hw1.ipynb, or without the slash: name, participant, file
MOODLE = re.compile(r"(?P<who>[^/]+?)_(?P<id>\d+)_assignsubmission_file_?/?(?P<stem>[^/]+)")
ENDING = re.compile(r"(?<=[^/])\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # browsers add to it
LONGEST = 200  # bytes; file systems end at 255


class Owner(NamedTuple):
    """A student, what names the student in the path, and how new the file is for its kind."""

    student: str
    origin: str
    rank: tuple[bool, int, int]
    late: bool = False  # as Canvas says; Moodle says it in its worksheet


def owner(path: str, name: str) -> Owner:
    """Read the owner of a notebook of assignment ``name`` from its path.

    Raises
    ------
    RefusedError
        If the path leaves its folder, cannot be read, or names no student.
    """
    _check(path)
    *above, stem = PurePosixPath(ENDING.sub("", path)).parts
    whole = "/".join([*above, stem])  # from the top: in a folder, a student names files at will
    lms = MOODLE.fullmatch(whole) or CANVAS.fullmatch(whole)
    if lms:
        known = lms.groupdict()
        copy, upload = _copy(known["stem"], name), int(known.get("upload", 0))
        origin = f"{known['who']}_{known['id']}"
        rank = (copy is not None, upload, copy or 0)
        return Owner(_id(origin), origin, rank, bool(known.get("late")))
    copy = _copy(stem, name)
    if copy is not None and above[-2:] == [name, "book"]:
        above.pop()  # as in the zip that students get: student/hw1/book/hw1.ipynb
    if copy is not None and above[-1:] == [name]:
        above.pop()  # as in nbgrader: student/hw1/hw1.ipynb
    if copy is not None and len(above) == 1:
        return Owner(_id(above[0]), above[0], (True, 0, copy))
    if copy is None and not above:
        return Owner(_id(stem), stem, (True, 0, 0))
    raise RefusedError(
        f"names no student: it is neither STUDENT/{name}.ipynb nor STUDENT.ipynb, nor as Canvas or "
        "Moodle name it"
    )


def unwrap(paths: list[str], name: str) -> list[str]:
    """Take off a folder that holds everything and is no student, as a zip of a folder has it."""
    parts = [path.split("/") for path in paths]
    tops = {first for first, *_ in parts}
    inside = ["/".join(rest) for _, *rest in parts]
    own = any(_copy(ENDING.sub("", rest), name) is not None for rest in inside)
    nested = any(rest.startswith(f"{name}/") for rest in inside)
    if len(tops) != 1 or not all(inside) or own or nested or MOODLE.match(f"{tops.pop()}/x"):
        return paths
    return inside


def _check(path: str) -> None:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or ":" in path:
        raise RefusedError("has a path that may lead out of its folder (/ at the start, .., :)")
    try:
        path.encode()
    except UnicodeEncodeError:
        raise RefusedError("has a name that is not UTF-8; rename it") from None


def _copy(stem: str, name: str) -> int | None:
    """Return 0 for hw1, 2 for hw1-2, hw1-Copy2 and hw1 (2); None for other names."""
    number = r"(?:-(?:Copy)?(\d{1,9})| ?\((\d{1,9})\))?"
    found = re.fullmatch(re.escape(name) + number, stem, re.IGNORECASE)
    return int(found[1] or found[2] or 0) if found else None


def _id(text: str) -> str:
    """Make a name for a folder: letters, digits, _ . @ and -, nothing hidden."""
    made = re.sub(r"[^\w.@]+", "-", unicodedata.normalize("NFC", text)).strip(".-")
    if not made or len(made.encode()) > LONGEST:
        raise RefusedError(f"names no student: {text[:40]!r} cannot be the name of a folder")
    return made
