"""Take in what an LMS gives, a folder or a zip: of each student the newest notebook.

A file is stored, left out or refused, and the table says which; none is lost.
"""

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
WIDEST = 60  # letters of a path in the table


class Outcome(NamedTuple):
    """What became of one file."""

    path: str
    student: str
    said: str
    refused: bool
    stored: bool = False


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
            outcomes += _take(course, name, student, claim)
    return sorted(outcomes)


def table(outcomes: list[Outcome]) -> str:
    """Write what became of the files."""
    rows = [
        [printable(short(text)) for text in (one.path, one.student)]
        + [printable(f"REFUSED: {one.said}" if one.refused else one.said)]
        for one in outcomes
    ]
    return tabulate(rows, headers=("file", "student", "result"), disable_numparse=True)


def _take(
    course: Course, name: str, student: str, claims: list[tuple[Owner, File]]
) -> list[Outcome]:
    """Store the newest file of one student; an older one if that cannot be read."""
    target, late = course.submitted(student, name), course.late(student, name)
    origin = min({own.origin for own, _ in claims}, key=lambda text: (text != student, text))
    mine = [(own, file) for own, file in claims if own.origin == origin]
    mine.sort(key=lambda pair: (pair[0].rank, pair[1].time), reverse=True)
    like = f"would be {student}'s too, like {short(mine[0][1].path)}: rename or remove one"
    outcomes = [Outcome(f.path, student, like, True) for own, f in claims if own.origin != origin]
    kept = "; the one from before stays" if target.exists() else ""
    for place, (own, file) in enumerate(mine):
        try:
            data = file.read()
            parse(data)
        except RefusedError as refusal:
            outcomes.append(Outcome(file.path, student, f"{refusal}{kept}", True))
            if not kept:
                continue
        else:
            instead = ", since a newer one is refused" * (place > 0)
            said = _store(target, data) + " (late)" * own.late + instead
            late.touch() if own.late else late.unlink(missing_ok=True)
            outcomes.append(Outcome(file.path, student, said, False, True))
        return outcomes + [_left_out(student, own, file, *older) for older in mine[place + 1 :]]
    return outcomes


def _left_out(student: str, own: Owner, file: File, older: Owner, other: File) -> Outcome:
    on_time = " and on time" * (own.late and not older.late)
    said = f"left out, older{on_time}: {short(file.path)}"
    return Outcome(other.path, student, said, False)


def _store(target: Path, data: bytes) -> str:
    if target.exists() and target.read_bytes() == data:
        return "collected before"
    said = "collected, in place of the one before" if target.exists() else "collected"
    with whole(target) as part:
        part.write_bytes(data)
    return said


def _is_notebook(file: File) -> bool:
    return file.path.lower().endswith((".ipynb", ".ipynb.txt", ".ipynb.json"))


def _other(file: File) -> Outcome:
    if not file.plain:
        return Outcome(file.path, "", "is a link or no plain file", True)
    if file.path.lower().endswith((".zip", ".gz", ".tar", ".7z", ".rar")):
        return Outcome(file.path, "", "is an archive; unpack it, the notebook is needed", True)
    return Outcome(file.path, "", "left out, no notebook", False)


def short(text: str) -> str:
    """Show a path, without the middle of a long one."""
    half = WIDEST // 2
    return text if len(text) <= WIDEST else f"{text[: half - 1]}…{text[-half:]}"


def printable(text: str) -> str:
    """Show what others named without what could act on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
