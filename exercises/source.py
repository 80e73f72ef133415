"""Read the source of an exercise, its `exercise.md`; the book asks more of its own than a marker.

Those of the book stand in `exercises/<subject>/<name>/`, others anywhere in a folder `<name>/`.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from multihead.exercises import answers
from multihead.exercises import folders as exercises

from exercises.parts import code, rows, split

__all__ = ["Source", "code", "fill", "read", "read_all", "read_any", "rows"]

FIELDS = {
    "title": str,
    "chapter": str,
    "section": str,
    "kind": str,
    "minutes": int,
    "difficulty": int,
    "goal": str,
    "solution": str,
}
EXPLAINED = "explained"  # by mistake, the label of the section that explains it
HINTS = "hints"  # two, of which each says more
NOTES = {"variant": str, "usual_mistakes": list}  # for whoever marks
OPTIONAL_FIELDS = {EXPLAINED: dict, HINTS: list} | NOTES  # see `exercise_help.py` for the book's
PARTS_OF_CHECKED = ("Task", "Stub", "Solution")
PARTS = {
    "by-hand": PARTS_OF_CHECKED,
    "code": PARTS_OF_CHECKED,
    "experiment": ("Task", "Stub", "Rubric", "Wrong conclusions", "Solution"),
}
FIELDS_TO_MARK = ("title", "kind")  # of the fields, by a marker
OPTIONAL_PARTS = {"Solution", "Wrong conclusions"}  # parts that a marker can do without
HERE_THE_STUB = "# Here stands the stub, up to its answer."  # in the code of a solution
BORROWED = "The library answers this with {names}. `check` refuses that, so write it yourself."


@dataclass(frozen=True)
class Source:
    """An exercise as it was written; numbers of a variant are not yet filled in."""

    folder: Path
    fields: dict[str, Any]
    task: str
    stub: str
    solution: str
    rubric: str  # of an experiment, which a person grades: a table of points and what earns them
    wrong_conclusions: str  # a table: what people conclude, and the sentence that answers it

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def points(self) -> int:
        """The most points that the rubric of an experiment gives."""
        return sum(int(points) for points, _ in rows(self.rubric))

    @property
    def open(self) -> bool:
        """Whether readers may see the solution."""
        return self.fields["solution"] == "open"


def read(path: Path) -> Source:
    """Read one `exercise.md` of the book.

    Raises
    ------
    ValueError
        If a field or a part is missing, unknown or of the wrong kind; the message names the file.
    """
    return _read(path, tuple(FIELDS), set())


def read_any(path: Path) -> Source:
    """Read an `exercise.md` that has what a marker needs: title, kind, task, stub, and a rubric.

    Raises
    ------
    ValueError
        If one of these is missing, or a part is unknown; the message names the file.
    """
    return _read(path, FIELDS_TO_MARK, OPTIONAL_PARTS)


def read_all() -> list[Source]:
    """Read all exercises of the book, sorted by chapter, then difficulty, then name."""
    sources = [read(path) for path in exercises.FOLDER.glob("*/*/exercise.md")]
    return sorted(sources, key=lambda s: (s.fields["chapter"], s.fields["difficulty"], s.name))


def borrowed(source: Source) -> str:
    """Name what of the library `check` does not take for an answer; empty if it takes all."""
    if source.fields["kind"] != "code":
        return ""
    refused = exercises.read(source.folder).answered_by
    public = [f"`{name}`" for name in refused if not name.rpartition(".")[2].startswith("_")]
    return f"\n\n{BORROWED.format(names=' or '.join(public))}" if public else ""


def fill(source: Source, part: str, case: exercises.Case | None = None) -> str:
    """Put numbers into the text of an exercise by hand; by default those of the page."""
    if source.fields["kind"] != "by-hand":
        return part
    exercise = exercises.read(source.folder)
    case = case or exercises.variant(exercise, 0)
    case = case | {"answer": exercise.reference(*case.values())}
    lines = {name: answers.written(name, value) for name, value in case.items()}
    text_by_name = {name: text.removeprefix(f"{name} = ") for name, text in lines.items()}
    return jinja2.Template(part, undefined=jinja2.StrictUndefined).render(text_by_name)


def _read(path: Path, needed: tuple[str, ...], spare: set[str]) -> Source:
    try:
        fields, parts = split(path.read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} {error}") from None
    _check_fields(path, fields, needed)
    expected = [part for part in PARTS[fields["kind"]] if part in parts or part not in spare]
    if list(parts) != expected:
        expected = ", ".join(PARTS[fields["kind"]])
        raise ValueError(f"{path} has the parts {list(parts)}; write {expected}")
    _check_tables(path, parts)
    stub = code(parts["Stub"])
    return Source(
        path.parent,
        fields,
        parts["Task"],
        stub,
        parts.get("Solution", "").replace(
            HERE_THE_STUB, stub.rpartition("\nanswer = ")[0].rstrip()
        ),
        parts.get("Rubric", ""),
        parts.get("Wrong conclusions", ""),
    )


def _check_fields(path: Path, fields: dict[str, Any], needed: tuple[str, ...]) -> None:
    misnamed = sorted(set(needed) - set(fields) | set(fields) - set(FIELDS | OPTIONAL_FIELDS))
    if misnamed:
        raise ValueError(f"{path}: add or remove the fields {', '.join(map(str, misnamed))}")
    for name, value in fields.items():
        kind = (FIELDS | OPTIONAL_FIELDS)[name]
        if not isinstance(value, kind) or not value:
            raise ValueError(f"{path}: {name} is {value!r}; give a {kind.__name__}")
    hints = fields.get(HINTS, ["none yet"] * 2)
    if len(hints) != 2 or not all(isinstance(hint, str) and hint.strip() for hint in hints):
        raise ValueError(f"{path}: {HINTS} is {hints!r}; give two texts")
    if fields["kind"] not in PARTS or fields.get("solution", "open") not in ("open", "closed"):
        raise ValueError(f"{path}: kind is one of {', '.join(PARTS)}, solution open or closed")
    if not 1 <= fields.get("difficulty", 1) <= 3 or not 1 <= fields.get("minutes", 1) <= 120:
        raise ValueError(f"{path}: difficulty goes from 1 to 3, minutes from 1 to 120")
    chapter = fields.get("chapter", "00-none")
    if not re.fullmatch(r"\d\d-[a-z0-9-]+", chapter):
        raise ValueError(f"{path}: chapter is {chapter!r}; give a name as in book/")
    sections = [fields[key] for key in ("section",) if key in fields]
    for section in [*sections, *fields.get(EXPLAINED, {}).values()]:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", section):
            raise ValueError(f"{path}: section {section!r}; give a label such as ch01-mask")


def _check_tables(path: Path, parts: dict[str, str]) -> None:
    for name in [name for name in ("Rubric", "Wrong conclusions") if name in parts]:
        cells = rows(parts[name])
        if not cells or any(len(row) != 2 or not all(row) for row in cells):
            raise ValueError(f"{path}: {name} is a table with two columns; fill both in every row")
    for points, reason in rows(parts.get("Rubric", "")):
        if not points.isdecimal():
            raise ValueError(f"{path}: {reason!r} earns {points!r}; give a whole number of points")
