"""Take in what an LMS gives, a folder or a zip: of each student the newest notebook.

A file is stored, left out or refused, and the table says which; none is lost.
"""

from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tabulate import tabulate

from grading.collect.files import File, opened
from grading.collect.ipynb import MAX_FILE, RefusedError, parse
from grading.collect.students import ENDING, NAMED, Owner, fit, owner, unwrap
from grading.course import Course, CourseError, whole

MAX_FILES = 10_000
MAX_TOTAL = 2_000_000_000  # bytes
MAX_NOTEBOOKS = 30  # in a zip of one student
INDEX = "index.html"  # which Brightspace puts on top
WIDEST = 60  # letters of a path in the table
SHOWN = 3  # names in a message


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
        if not any(ENDING.search(file.path) for file in files):
            raise CourseError(f"{given} has no .ipynb file; give what the LMS let you download")
        around = unwrap([f.path for f in files if _is_notebook(f) or _is_zip(f)], name)
        claims: dict[str, list[tuple[Owner, File]]] = defaultdict(list)
        outcomes, others = [], []
        for file in files:
            if not (_is_notebook(file) or _is_zip(file)):
                others.append(file)
                continue
            try:
                for notebook in _notebooks(file, name):
                    own = owner(notebook.path.removeprefix(around), name)
                    claims[own.student].append((own, notebook))
            except RefusedError as refusal:
                student = _student(file.path.removeprefix(around), name)
                outcomes.append(Outcome(file.path, student, str(refusal), True))
        for student, claim in claims.items():
            outcomes += _take(course, name, student, claim)
    for file in others:
        student = _student(file.path.removeprefix(around), name)
        outcomes.append(_other(file, student, _has_notebook(course, name, student)))
    return sorted(outcomes)


def again(course: Course, name: str, outcomes: list[Outcome]) -> list[str]:
    """Say of each student without a stored notebook what was handed in, and why it is not taken."""
    refusals: dict[str, list[str]] = defaultdict(list)
    for one in outcomes:
        if one.refused and one.student and not _has_notebook(course, name, one.student):
            refusals[one.student].append(f"{one.path} {one.said}")
    return [f"{student}: {'; '.join(texts)}" for student, texts in sorted(refusals.items())]


def nobodys(outcomes: list[Outcome]) -> list[str]:
    """Say of each refused file without a student why it is refused."""
    return [f"{one.path} {one.said}" for one in outcomes if one.refused and not one.student]


def table(outcomes: list[Outcome]) -> str:
    """Write what became of the files."""
    rows = [
        [printable(short(text)) for text in (one.path, one.student)]
        + [printable(f"REFUSED: {one.said}" if one.refused else one.said)]
        for one in outcomes
    ]
    return tabulate(rows, headers=("file", "student", "result"), disable_numparse=True)


def _notebooks(file: File, name: str) -> list[File]:
    """Return a notebook, or those of a zip if it is clear which of them is handed in."""
    if not _is_zip(file):
        return [file]
    inside = file.inside()
    notebooks = [one for one in inside if _is_notebook(one)]
    paths = [one.path.removeprefix(f"{file.path}/") for one in notebooks or inside]
    shown = ", ".join([*map(short, paths[:SHOWN]), *["…"] * (len(paths) > SHOWN)])
    if not notebooks:
        raise RefusedError(f"holds no notebook; it holds {shown or 'nothing'}")
    if len(notebooks) > MAX_NOTEBOOKS:
        raise RefusedError(
            f"holds {len(notebooks)} notebooks ({shown}); ask for one alone, or collect the zip by "
            "itself if it is of a class"
        )
    fits = [fit(ENDING.sub("", PurePosixPath(path).name), name) for path in paths]
    if len(notebooks) > 1 and max(fits) < NAMED and fits.count(max(fits)) > 1:
        raise RefusedError(f"holds several notebooks, and none is {name}.ipynb: {shown}")
    return notebooks


def _take(
    course: Course, name: str, student: str, claims: list[tuple[Owner, File]]
) -> list[Outcome]:
    """Store the newest file of one student; an older one if that cannot be read."""
    target, late = course.submitted(student, name), course.late(student, name)
    origin = min({own.origin for own, _ in claims}, key=lambda text: (text != student, text))
    mine = [(own, file) for own, file in claims if own.origin == origin]
    mine.sort(key=lambda pair: (pair[0].rank, pair[1].time), reverse=True)
    like = f"would be {student}'s too, like {short(mine[0][1].path)}: rename or remove one"
    outcomes = [Outcome(f.path, "", like, True) for own, f in claims if own.origin != origin]
    names = {own.between for own, _ in mine if own.between and not own.by_lms}
    if len(names) > 1:
        many = (
            f"may be another student's, since {origin} holds {', '.join(sorted(names)[:SHOWN])}: "
            f"collect {origin} by itself, or leave one notebook in it"
        )
        outcomes += [Outcome(file.path, "", many, True) for own, file in mine if own.between]
        mine = [(own, file) for own, file in mine if not own.between]
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
    same_kind = own.rank[1:4] == older.rank[1:4] or own.rank.attempt > older.rank.attempt
    said = f"left out, older{on_time}: " if same_kind else "left out, beside "
    return Outcome(other.path, student, said + short(file.path), False)


def _store(target: Path, data: bytes) -> str:
    if target.exists() and target.read_bytes() == data:
        return "collected before"
    said = "collected, in place of the one before" if target.exists() else "collected"
    with whole(target) as part:
        part.write_bytes(data)
    return said


def _is_notebook(file: File) -> bool:
    return file.path.lower().endswith((".ipynb", ".ipynb.txt", ".ipynb.json"))


def _is_zip(file: File) -> bool:
    return file.path.lower().endswith(".zip")


def _student(path: str, name: str) -> str:
    """Name the student of a file that is no notebook, if it was handed in."""
    try:
        own = owner(path, name)
    except RefusedError:
        return ""
    handed_in = own.by_lms or (ENDING.search(path) and path.lower() != INDEX)
    return own.student if handed_in else ""


def _has_notebook(course: Course, name: str, student: str) -> bool:
    return course.submitted(student, name).exists()


def _other(file: File, student: str, has_notebook: bool) -> Outcome:
    if not file.plain:
        return Outcome(file.path, student, "is a link or no plain file", True)
    if file.path.lower().endswith((".gz", ".tar", ".7z", ".rar")):
        return Outcome(file.path, student, "is an archive; unpack it, the notebook is needed", True)
    if student and not has_notebook:
        return Outcome(file.path, student, "is no notebook", True)
    return Outcome(file.path, student, "left out, no notebook", False)


def short(text: str) -> str:
    """Show a path, without the middle of a long one."""
    half = WIDEST // 2
    return text if len(text) <= WIDEST else f"{text[: half - 1]}…{text[-half:]}"


def printable(text: str) -> str:
    """Show what others named without what could act on a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
