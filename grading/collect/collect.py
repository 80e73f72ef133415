"""Take in what an LMS gives, a folder or a zip: of each student the newest notebook."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from grading.collect.files import File, opened
from grading.collect.ipynb import MAX_FILE, RefusedError, parse
from grading.collect.students import Owner, owner, unwrap
from grading.course import Course, CourseError, whole

MAX_FILES = 10_000
MAX_TOTAL = 2_000_000_000  # bytes


class Outcome(NamedTuple):
    """What became of one file."""

    path: str
    student: str
    said: str
    refused: bool


def collect(course: Course, name: str, given: Path) -> list[Outcome]:
    """Put the notebooks of an assignment into `submitted/`; a refusal stops only its own file."""
    course.read_release(name)
    with opened(given) as files:
        notebooks = [file for file in files if _is_notebook(file)]
        total = sum(file.size for file in notebooks if file.size <= MAX_FILE)
        if len(files) > MAX_FILES or total > MAX_TOTAL:
            raise CourseError(
                f"{given} has {len(files):,} files, and {total:,} bytes of notebooks; at most "
                f"{MAX_FILES:,} and {MAX_TOTAL:,} are collected at once: give it in parts"
            )
        if not notebooks:
            raise CourseError(f"{given} has no .ipynb file; give what the LMS let you download")
        outcomes = [_other(file) for file in files if not _is_notebook(file)]
        claims: dict[str, list[tuple[Owner, File]]] = defaultdict(list)
        for path, file in zip(unwrap([f.path for f in notebooks], name), notebooks, strict=True):
            try:
                found = owner(path, name)
                claims[found.student].append((found, file))
            except RefusedError as refusal:
                outcomes.append(Outcome(file.path, "", str(refusal), True))
        for student, claim in claims.items():
            outcomes += _take(course.submitted(student, name), student, claim)
    return sorted(outcomes)


def table(outcomes: list[Outcome]) -> str:
    """Write what became of the files."""
    rows = [
        (printable(path), student, printable(f"REFUSED: {said}" if refused else said))
        for path, student, said, refused in outcomes
    ]
    return tabulate(rows, headers=("file", "student", "result"), disable_numparse=True)


def _take(target: Path, student: str, claims: list[tuple[Owner, File]]) -> list[Outcome]:
    """Store the newest file of one student."""
    origin = min({own.origin for own, _ in claims}, key=lambda text: (text != student, text))
    own = [(own, file) for own, file in claims if own.origin == origin]
    newest = max(own, key=lambda pair: (pair[0].rank, pair[1].time))[1]
    outcomes = []
    for claim, file in claims:
        if claim.origin != origin:
            said = f"would be {student}'s too, like {newest.path}: rename or remove one"
            outcomes.append(Outcome(file.path, student, said, True))
        elif file is not newest:
            outcomes.append(Outcome(file.path, student, f"left out, older: {newest.path}", False))
    try:
        data = newest.read()
        parse(data)
        return [*outcomes, Outcome(newest.path, student, _store(target, data), False)]
    except RefusedError as refusal:
        kept = "; the one from before stays" if target.exists() else ""
        return [*outcomes, Outcome(newest.path, student, f"{refusal}{kept}", True)]


def _store(target: Path, data: bytes) -> str:
    if target.exists() and target.read_bytes() == data:
        return "collected before"
    said = "collected, in place of the one before" if target.exists() else "collected"
    with whole(target) as part:
        part.write_bytes(data)
    return said


def _is_notebook(file: File) -> bool:
    return file.path.lower().endswith(".ipynb")


def _other(file: File) -> Outcome:
    if not file.plain:
        return Outcome(file.path, "", "is a link or no plain file", True)
    if file.path.lower().endswith((".zip", ".gz", ".tar", ".7z", ".rar")):
        return Outcome(file.path, "", "is an archive; unpack it, the notebook is needed", True)
    return Outcome(file.path, "", "left out, no notebook", False)


def printable(text: str) -> str:
    """Show what others named without what could act on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
