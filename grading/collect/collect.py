"""Take in what an LMS gives, a folder or a zip: of each student the newest notebook.

A file is stored, left out or refused, and the table says which; none is lost.
"""

from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tabulate import tabulate

from grading.collect.files import File, opened
from grading.collect.ipynb import MAX_FILE, RefusedError, parse
from grading.collect.students import (
    ENDING,
    NAMED,
    ZIP,
    Owner,
    Rank,
    fit,
    owner_of,
    unwrap,
    unwrapped,
    whose,
)
from grading.course import Course, CourseError, whole

MAX_FILES = 200_000
MAX_TOTAL = 2_000_000_000  # bytes
MAX_NOTEBOOKS = 30  # in a zip of one student
WIDEST = 60  # letters of a path in the table
SHOWN = 3  # names in a message


class Outcome(NamedTuple):
    """What became of one file."""

    path: str
    student: str
    said: str
    refused: bool
    stored: bool = False


class Claim(NamedTuple):
    """A notebook, and what its path says."""

    owner: Owner
    file: File


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
        if not any(ENDING.search(file.path) for file in files):
            raise CourseError(f"{given} has no .ipynb file; give what the LMS let you download")
        read = [file for file in files if _is_read(file)]
        around = unwrap([file.path for file in read or files], name)
        claims, outcomes = _claimed(read, around, name)
        for student, claims_of_student in claims.items():
            outcomes += _take(course, name, student, claims_of_student)
    for file in files:
        if not _is_read(file):
            student = whose(unwrapped(file.path, around), name)
            outcomes.append(_other(course, name, student, file))
    return sorted(outcomes)


def again(course: Course, name: str, outcomes: list[Outcome]) -> list[str]:
    """Say of each student without a stored notebook what was handed in, and why it is not taken."""
    refusals: dict[str, list[str]] = defaultdict(list)
    for path, student, said, refused, _ in outcomes:
        if refused and student and not course.submitted(student, name).exists():
            refusals[student].append(f"{path} {said}")
    return [f"{student}: {_listed(texts, '; ')}" for student, texts in sorted(refusals.items())]


def nobodys(outcomes: list[Outcome]) -> list[str]:
    """Say of each refused file without a student why it is refused."""
    refused = (outcome for outcome in outcomes if outcome.refused and not outcome.student)
    return [f"{outcome.path} {outcome.said}" for outcome in refused]


def table(outcomes: list[Outcome]) -> str:
    """Write what became of the files."""
    rows = [
        [printable(short(text)) for text in (path, student)]
        + [printable(f"REFUSED: {said}" if refused else said)]
        for path, student, said, refused, _ in outcomes
    ]
    return tabulate(rows, headers=("file", "student", "result"), disable_numparse=True)


def _claimed(
    files: list[File], around: tuple[str, ...], name: str
) -> tuple[dict[str, list[Claim]], list[Outcome]]:
    """Sort notebooks, and those in zips, by their students, and say what cannot be."""
    claims: dict[str, list[Claim]] = defaultdict(list)
    outcomes = []
    for file in files:
        if any(folder.startswith(ZIP.sub("/", file.path)) for folder in around):
            outcomes.append(Outcome(file.path, "", "left out, unpacked beside it", False))
            continue
        try:
            for notebook in _notebooks(file, name):
                owner = owner_of(unwrapped(notebook.path, around), name)
                claims[owner.student].append(Claim(owner, notebook))
        except RefusedError as refusal:
            student = whose(unwrapped(file.path, around), name)
            outcomes.append(Outcome(file.path, student, str(refusal), True))
    return claims, outcomes


def _notebooks(file: File, name: str) -> list[File]:
    """Return a notebook, or those of a zip if it is clear which of them is handed in."""
    if not ZIP.search(file.path):
        return [file]
    inside = file.inside()
    notebooks = [entry for entry in inside if _is_notebook(entry)]
    paths = [entry.path.removeprefix(f"{file.path}/") for entry in notebooks or inside]
    shown = _listed(list(map(short, paths)), ", ")
    if not notebooks:
        raise RefusedError(f"holds no notebook; it holds {shown or 'nothing'}")
    if len(notebooks) > MAX_NOTEBOOKS:
        raise RefusedError(
            f"holds {len(notebooks)} notebooks ({shown}): ask for one alone, or collect the zip by "
            "itself if it is of a class"
        )
    fits = [fit(ENDING.sub("", PurePosixPath(path).name), name) for path in paths]
    if max(fits) < NAMED and fits.count(max(fits)) > 1:
        raise RefusedError(f"holds several notebooks, and none is {name}.ipynb: {shown}")
    return notebooks


def _take(course: Course, name: str, student: str, claims: list[Claim]) -> list[Outcome]:
    """Store the newest file of one student; an older one if that cannot be read."""
    target, late = course.submitted(student, name), course.late(student, name)
    origin = min({claim.owner.origin for claim in claims}, key=lambda text: (text != student, text))
    mine = [claim for claim in claims if claim.owner.origin == origin]
    mine.sort(key=lambda claim: (claim.owner.rank, claim.file.time), reverse=True)
    like = f"would be {student}'s too, like {short(mine[0].file.path)}: rename or remove one"
    outcomes = [Outcome(f.path, "", like, True) for own, f in claims if own.origin != origin]
    names = {own.between for own, _ in mine if own.between and not own.by_lms}
    if len(names) > 1:
        many = (
            f"may be another student's, since {origin} holds {_listed(sorted(names), ', ')}: "
            f"collect {origin} by itself, or leave one notebook in it"
        )
        unclear = [file.path for own, file in mine if own.between]
        mine = [claim for claim in mine if not claim.owner.between]
        outcomes += [Outcome(path, "" if mine else student, many, True) for path in unclear]
    kept = "; the one from before stays" if target.exists() else ""
    for place, taken in enumerate(mine):
        owner, file = taken
        try:
            data = file.read()
            parse(data)
        except RefusedError as refusal:
            outcomes.append(Outcome(file.path, student, f"{refusal}{kept}", True))
            if not kept:
                continue
        else:
            instead = ", since a newer one is refused" * (place > 0)
            said = _store(target, data) + " (late)" * owner.late + instead
            late.touch() if owner.late else late.unlink(missing_ok=True)
            outcomes.append(Outcome(file.path, student, said, False, True))
        return outcomes + [_left_out(student, taken, other) for other in mine[place + 1 :]]
    return outcomes


def _left_out(student: str, taken: Claim, other: Claim) -> Outcome:
    on_time = " and on time" * (taken.owner.late and not other.owner.late)
    ranks = zip(Rank._fields, taken.owner.rank, other.owner.rank, strict=True)
    decisive = next((field for field, greater, less in ranks if greater != less), "time")
    beside = decisive in ("fit", "loose", "near")
    said = "left out, beside " if beside else f"left out, older{on_time}: "
    return Outcome(other.file.path, student, said + short(taken.file.path), False)


def _store(target: Path, data: bytes) -> str:
    if target.exists() and target.read_bytes() == data:
        return "collected before"
    said = "collected, in place of the one before" if target.exists() else "collected"
    with whole(target) as part:
        part.write_bytes(data)
    return said


def _is_read(file: File) -> bool:
    return bool(_is_notebook(file) or ZIP.search(file.path))


def _is_notebook(file: File) -> bool:
    return file.path.lower().endswith((".ipynb", ".ipynb.txt", ".ipynb.json"))


def _other(course: Course, name: str, student: str, file: File) -> Outcome:
    if not file.plain:
        return Outcome(file.path, student, "is a link or no plain file", True)
    if file.path.lower().endswith((".gz", ".tar", ".7z", ".rar")):
        return Outcome(file.path, student, "is an archive; unpack it, the notebook is needed", True)
    if student and not course.submitted(student, name).exists():
        return Outcome(file.path, student, "is no notebook", True)
    return Outcome(file.path, student, "left out, no notebook", False)


def _listed(texts: list[str], between: str) -> str:
    rest = [f"and {len(texts) - SHOWN} more"] * (len(texts) > SHOWN)
    return between.join([*texts[:SHOWN], *rest])


def short(text: str) -> str:
    """Show a path, without the middle of a long one."""
    half = WIDEST // 2
    return text if len(text) <= WIDEST else f"{text[: half - 1]}…{text[-half:]}"


def printable(text: str) -> str:
    """Show what others named without what could act on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
