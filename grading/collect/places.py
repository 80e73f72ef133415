"""Where an answer stands that a notebook shows and does not define, in words.

Each line is matched with a pattern, by itself and no more than its start. Nothing of it is parsed
or run.
"""

import difflib
import itertools
import keyword
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nbformat import NotebookNode

from grading.cells import grade_id, marks
from grading.collect.ipynb import CONFLICT, MAX_CELL, conflict_line, number

LONGEST = 200  # characters of a line that are read
MOST_LINES = 50_000  # of a notebook that would define a name
MOST_NAMES = 1000  # of a notebook that are compared with a name that it does not have
CLOSE = 0.8  # of `difflib`, from 0 to 1
QUOTES = re.compile(r"\"\"\"|'''")
LINE = re.compile(
    r"(?P<indent>[ \t]*)(?P<comment>#[# \t]*)?"
    r"(?:(?:async[ \t]+)?(?P<keyword>def|class)[ \t]+(?P<made>\w[\w -]{0,60}?)[ \t]*[(:\[]"
    r"|(?P<set>\w[\w -]{0,60}?)[ \t]*(?P<sign>:=|==?|<-|:))"
)
MARKDOWN = " \t>*+`$-"  # may stand before a line in Markdown
COMMA = re.compile(r"(?<![\w.,])(\d+),(0\d+)(?![\w.])")
NOT_PYTHON = re.compile(r"raised (Syntax|Indentation|Tab)Error")


class Line(NamedTuple):
    """A line that would define a name."""

    name: str
    cell: NotebookNode
    whole: list[str]  # the lines of its cell
    place: int  # among these
    outside: str  # why its cell does not run, if it does not
    indent: str
    commented: bool
    function: bool  # or a class
    sign: str  # behind the name of a value

    @property
    def text(self) -> str:
        return _shown(self.whole[self.place])


def find(
    nb: NotebookNode, release: NotebookNode, by_hand: Mapping[str, bool], notes: list[str]
) -> dict[str, str]:
    """Say of names that are not defined where the notebook shows them, as far as it does.

    Parameters
    ----------
    nb
        The notebook as :func:`grading.collect.ipynb.parse` returns it.
    release
        What students were given; a cell that is as it was given shows no answer.
    by_hand
        By name whether numbers are asked for, and no function.
    notes
        What is known of the cells after they ran: "cell 3 raised ...".
    """
    given = {cell.source.strip() for cell in release.cells}
    cells = [*nb.cells, *nb.metadata.get("too_large", [])]
    own = [cell for cell in cells if cell.source.strip() not in given]
    outside = {cell.id: _outside(cell, release) for cell in own}
    every = (line for cell in own for line in _lines(cell, outside[cell.id]))
    lines = [*itertools.islice(every, MOST_LINES)]
    others = by_hand.keys() | {line.name for cell in release.cells for line in _lines(cell, "")}
    found = {}
    for name, numbers in by_hand.items():
        if line := _exact(name, numbers, lines):
            found[name] = _stands(line, notes)
        elif line := _near(name, numbers, [one for one in lines if one.name not in others]):
            where = f", {line.outside}" if line.outside else ""
            at = f"cell {number(line.cell)}{where}"
            found[name] = (
                f"there is `{line.name}`, not `{name}`, in {at}; its line is `{line.text}`"
            )
        elif said := _nameless(name, own, outside):
            found[name] = said
    return found


def untouched(nb: NotebookNode, release: NotebookNode) -> set[str]:
    """List the cells with a name that are still as they were given."""
    given = {grade_id(cell): cell.source.strip() for cell in release.cells if grade_id(cell)}
    same = [cell for cell in nb.cells if given.get(grade_id(cell)) == cell.source.strip()]
    return {str(grade_id(cell)) for cell in same}


def _outside(cell: NotebookNode, release: NotebookNode) -> str:
    """Say why a cell does not run; nothing, if it runs."""
    if len(cell.source) > MAX_CELL:
        size = f"{len(cell.source):,} characters, and at most {MAX_CELL:,} are read"
        return f"which was left out: it has {size}"
    if cell.cell_type != "code":
        kind = "raw" if cell.cell_type == "raw" else "Markdown"
        return f"a {kind} cell, which does not run"
    experiments = {f"{grade_id(one)}-code" for one in release.cells if marks(one).get("solution")}
    if grade_id(cell) in experiments:
        return f"the cell {grade_id(cell)}, which a person grades and which does not run here"
    return ""


def _lines(cell: NotebookNode, outside: str) -> Iterator[Line]:
    """Yield the lines of a cell that would define a name."""
    code, whole = cell.cell_type == "code", cell.source.splitlines()
    for place, text in enumerate(whole):
        begin = text[:LONGEST] if code else text[:LONGEST].lstrip(MARKDOWN)
        match = LINE.match(begin)
        if not match or not (code or match["keyword"] or match["sign"] == "="):
            continue
        name = match["made"] or match["set"]
        if not keyword.iskeyword(name.split()[0]):
            yield Line(
                name,
                cell,
                whole,
                place,
                outside,
                match["indent"] if code else "",
                code and bool(match["comment"]),
                bool(match["keyword"]),
                match["sign"] or "",
            )


def _shown(text: str) -> str:
    """Return a line as it can be printed, and short."""
    shown = "".join(c if c.isprintable() else "?" for c in text[:LONGEST].strip())
    return f"{shown[:79]}…" if len(shown) > 80 else shown


def _exact(name: str, numbers: bool, lines: list[Line]) -> Line | None:
    """Return the line that would define this name most likely."""
    mine = [line for line in lines if line.name == name]
    if not numbers:  # `attention = ...` inside a function is some other value
        mine = [line for line in mine if line.function or not line.indent]
    return max(
        mine, key=lambda one: (not one.commented, not one.indent, one.function), default=None
    )


def _near(name: str, numbers: bool, lines: list[Line]) -> Line | None:
    """Return the line of a name that was meant for this one, by its spelling."""
    by_name = {one.name: one for one in lines if not one.indent and not one.commented}
    names = [*by_name][:MOST_NAMES]
    meant = [one for one in names if _plain(one) == _plain(name)]
    alike = [one for one in names if by_name[one].function != numbers]
    meant += difflib.get_close_matches(name, alike, 1, CLOSE)
    meant += [one for one in alike if _plain(name) in _plain(one)]
    return by_name[meant[0]] if meant else None


def _plain(name: str) -> str:
    return re.sub(r"[_ -]", "", name).lower().removesuffix("s")


def _stands(line: Line, notes: list[str]) -> str:
    """Say where a line stands that has the right name, and why that defines nothing."""
    at = f"cell {number(line.cell)}"
    trouble = next((n.removeprefix(f"{at} ") for n in notes if n.startswith(f"{at} ")), "")
    before = line.whole[: line.place]
    opener = next((one for one in reversed(before) if _holds(one, line.indent)), None)
    above = next((one.strip() for one in before if one.strip()), "")
    if line.outside:
        return f"it stands in {at}, {line.outside}; its line is `{line.text}`"
    if line.commented:
        return f"its line in {at} is a comment: `{line.text}`"
    if conflict_line(line.cell.source):
        return f"it stands in {at}, which {CONFLICT}"
    if NOT_PYTHON.match(trouble):
        return f"it stands in {at}, which {trouble}{_point(line)}"
    if above.startswith("%%"):
        return f"it stands in {at}, below `{_shown(above)}`, which takes the cell as text"
    if sum(len(QUOTES.findall(one)) for one in before) % 2:
        return f"it stands in {at}, between triple quotes, which make text of it"
    if opener:
        return f"it stands in {at}, inside `{_shown(opener)}`; begin its line at the left margin"
    if line.sign not in ("", "="):
        return f"`{line.text}` in {at} sets nothing; write `{line.name} = ...`"
    if trouble:
        return f"it stands in {at}, which {trouble}"
    return f"`{line.text}` stands in {at}, but the name is not there when the notebook has run"


def _point(line: Line) -> str:
    """Say how to write 1,05: Python knows no number that begins with 0."""
    comma = COMMA.search(line.whole[line.place][:LONGEST])
    return f"; write {comma[1]}.{comma[2]}, with a point" if comma else ""


def _holds(text: str, indent: str) -> bool:
    """Say whether a line above begins what an indented line stands in."""
    inner = text.lstrip()
    return bool(inner) and not inner.startswith("#") and len(text) - len(inner) < len(indent)


def _nameless(name: str, own: list[NotebookNode], outside: dict[str, str]) -> str | None:
    """Say what is wrong with an answer cell that has an answer without its name."""
    for cell in own:
        lines = [line.strip() for line in cell.source.splitlines()]
        written = any(line and not line.startswith("#") for line in lines)
        if grade_id(cell) == f"{name}-answer" and written:
            reason = outside[cell.id] or f"does not define `{name}`; keep the task's name"
            return f"its answer cell, cell {number(cell)}, {reason}"
    return None
