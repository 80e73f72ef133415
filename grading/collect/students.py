"""Whose hand-in is it? What an LMS or a teacher named says so, whatever stands beneath.

A path is read from the top. What an LMS wrote there names the student; otherwise the first part
does that is not named as in the zip for students. All below it is the student's to name.
"""

import re
import unicodedata
from pathlib import PurePosixPath
from typing import NamedTuple

from grading.collect.ipynb import RefusedError

LMS = [
    re.compile(pattern)
    for pattern in (
        # Moodle: Jane Doe_12345_assignsubmission_file_/hw1.ipynb, or without the slash
        r"(?P<who>[^/]+?)_(?P<number>\d+)_assignsubmission_(file|onlinetext)_?/?",
        # Canvas: doejane_LATE_12345_67890_hw1-1.ipynb, where 67890 numbers the upload
        r"(?P<who>[^/]+?)_(?P<late>LATE_)?(?P<number>\d+)_((?P<upload>\d{1,20})_|(?=text\.html$))",
        # Blackboard: hw1_jdoe_attempt_2026-11-20-10-15-30_hw1.ipynb
        r"(?P<task_and_login>[^/]+?)_attempt_(?P<date>\d{4}(-\d\d){5})(_|(?=\.txt$))",
        # Brightspace: 12345-678901 - Jane Doe - Nov 20, 2026 1015 AM/hw1.ipynb, or " - hw1.ipynb"
        r"(?P<number>\d+)-\d+ - (?P<who>[^/]+?) - (?P<date>[^/-]*\d{4}[^/-]*?)( - |/)",
        # Sakai: Doe, Jane(jdoe)/Submission attachment(s)/hw1.ipynb
        r"[^/]+\((?P<who>[^/()]+)\)[/_](Submission attachment\(s\)[/_]|(?=[^/]*Text\.html$))",
    )
]
ENGLISH = re.compile(r"([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}) (\d{1,2}):?(\d\d) ([AP])M")
MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
# What students hand in: a notebook, to whose name machines add, or something instead.
ENDING = re.compile(
    r"\.(ipynb(\.txt|\.json|\.zip)?|zip|tar|gz|7z|rar|pdf|py|html?|docx?|odt|rtf)$", re.IGNORECASE
)
ZIP = re.compile(r"\.zip$", re.IGNORECASE)
NAMED = 2  # how well a file's name fits: hw1 and its copies 2, jane_hw1 1, others 0
INDEX = "index.html"  # which Brightspace puts on top
LONGEST = 200  # bytes; file systems end at 255


class Rank(NamedTuple):
    """What makes one file of a student count before another; the greater counts."""

    attempt: tuple[int, ...]  # when, as the LMS names it
    fit: int
    upload: int
    loose: bool  # in no zip
    near: bool  # in no folder of the student's own
    copy: int


class Owner(NamedTuple):
    """A student, and what else the path of a hand-in says."""

    student: str
    origin: str  # what names the student
    rank: Rank
    late: bool  # as Canvas says; Moodle says it in its worksheet
    by_lms: bool
    between: str | None  # the first name below the student's that the zip for students lacks


def owner_of(path: str, name: str) -> Owner:
    """Read the owner of a hand-in for assignment ``name`` from its path.

    Raises
    ------
    RefusedError
        If the path leaves its folder, cannot be read, or names no student.
    """
    if path.startswith("/") or ".." in path.split("/") or re.match("[A-Za-z]:", path):
        raise RefusedError("has a path that may lead out of its folder (/ at the start, .., :)")
    head = _head(path)
    groups = head.groupdict("") if head else {}
    if head:
        below = path[head.end() :].split("/")
        name_and_number = filter(None, (groups.get("who"), groups.get("number")))
        origin = groups.get("task_and_login") or "_".join(name_and_number)
    else:
        origin, *below = _from_student(path.split("/"), name)
        origin = ENDING.sub("", origin) if ZIP.search(origin) or not below else origin
        if not below and _is_of_release(origin, name):
            raise RefusedError(
                f"names no student: it is neither STUDENT/{name}.ipynb nor STUDENT.ipynb, nor as "
                "an LMS names it"
            )
    stem = ENDING.sub("", below[-1]) if below else name
    between = next((part for part in below if _is_own(part, origin, name)), None)
    rank = Rank(
        attempt=_date(groups.get("date", "")),
        fit=fit(stem, name),
        upload=int(groups.get("upload") or 0),
        loose=".zip/" not in path.lower(),
        near=between is None,
        copy=_copy(stem, name) or 0,
    )
    student = _login(origin, name) if "task_and_login" in groups else origin
    return Owner(_id(student), origin, rank, bool(groups.get("late")), bool(head), between)


def whose(path: str, name: str) -> str:
    """Name the student of any file, or nobody if it is one that students do not hand in."""
    try:
        owner = owner_of(path, name)
    except RefusedError:
        return ""
    namesake = "/" in path and fit(PurePosixPath(path).stem, name) == NAMED  # jane/hw1.txt
    handed_in = owner.by_lms or namesake or (ENDING.search(path) and path.lower() != INDEX)
    return owner.student if handed_in else ""


def unwrap(paths: list[str], name: str) -> tuple[str, ...]:
    """Return the folders around everything that are no student's, as a zip of a folder has them.

    They are several where each holds what an LMS gave, of a group of the class.
    """
    around = ""
    while True:
        folders = {path.split("/")[0] for path in paths if "/" in path}
        paths = [path for path in paths if ZIP.sub("", path) not in folders]  # unpacked beside it
        below = [path.partition("/")[2] for path in paths]
        if not folders or not all(below) or any(map(_head, paths)):
            return (around,)
        if all(map(_head, below)):
            return tuple(f"{around}{folder}/" for folder in folders)
        (top, *others) = folders
        inside = {path.split("/")[0] for path in below}
        own = not _is_of_release(top, name) and any(_is_of_release(part, name) for part in inside)
        if own or others:
            return (around,)
        around, paths = f"{around}{top}/", below


def unwrapped(path: str, around: tuple[str, ...]) -> str:
    """Take off the folder of these that a path begins with."""
    return path.removeprefix(next(filter(path.startswith, around), ""))


def fit(stem: str, name: str) -> int:
    """Say how well a file's name fits its assignment, from 0 to NAMED."""
    if _copy(stem, name) is not None:
        return NAMED
    return int(bool(re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", stem, re.IGNORECASE)))


def _head(path: str) -> re.Match[str] | None:
    """Find what an LMS wrote; it ends first, as what a student named comes after."""
    heads = filter(None, (pattern.match(path) for pattern in LMS))
    return min(heads, key=lambda head: head.end(), default=None)


def _login(task_and_login: str, name: str) -> str:
    """Take off the assignment's name, or any other that Blackboard has for it."""
    if task_and_login.lower().startswith(f"{name.lower()}_"):
        return task_and_login[len(name) + 1 :]
    return task_and_login.rpartition("_")[2]


def _from_student(parts: list[str], name: str) -> list[str]:
    while len(parts) > 1 and _is_of_release(parts[0], name):
        parts = parts[1:]
    return parts


def _is_of_release(part: str, name: str) -> bool:
    """Say whether the zip for students names a folder or the notebook so, or a copy of them."""
    stem = ENDING.sub("", part)
    return stem.lower() == "book" or _copy(stem, name) is not None


def _is_own(part: str, origin: str, name: str) -> bool:
    """Say whether a name is neither the release's, nor the student's again, nor a zip's."""
    again = ENDING.sub("", part) == origin or ZIP.search(part)
    return bool(part) and not again and not _is_of_release(part, name)


def _date(text: str) -> tuple[int, ...]:
    """Read a date of Blackboard, or of Brightspace in English, so that a later one is greater."""
    if re.fullmatch("[0-9-]+", text):
        return tuple(map(int, text.split("-")))
    english = ENGLISH.search(text)
    if not english:
        return ()
    month, day, year, hour, minute, half = english.groups()
    hours = int(hour) % 12 + 12 * (half == "P")
    return int(year), MONTHS.find(month), int(day), hours, int(minute)


def _copy(stem: str, name: str) -> int | None:
    """Return 0 for hw1 and Copy of hw1, 2 for hw1-2, hw1-Copy2, hw1 (2), hw1 2; None for others."""
    colab = "(?:(?:Copy of|Kopie von) )*"
    number = r"(?:-(?:Copy)?(\d{1,9})| ?\((\d{1,9})\)|(?: -)? (?:copy|Kopie)| (\d{1,9}))?"
    copy = re.fullmatch(colab + re.escape(name) + number, stem, re.IGNORECASE)
    return int(next(filter(None, copy.groups()), 0)) if copy else None


def _id(text: str) -> str:
    """Make a name for a folder: letters, digits, _ . @ and -, nothing hidden."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RefusedError("has a name that is not UTF-8; rename it") from None
    student = re.sub(r"[^\w.@]+", "-", unicodedata.normalize("NFC", text)).strip(".-")
    if not student or len(student.encode()) > LONGEST:
        raise RefusedError(f"names no student: {text[:40]!r} cannot be the name of a folder")
    return student
