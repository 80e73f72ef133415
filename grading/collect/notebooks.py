"""Read what a student handed in, whatever became of the cells that were released."""

import os
import re
import stat
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

from grading.cells import grade_id, marks
from grading.collect import made_for
from grading.collect.ipynb import RefusedError, check_size, number, parse

WORDS = re.compile(r"[#\"'].*?[^\W\d]{2,}\s+[^\W\d]+\s+[^\W\d]{2,}")  # three, in a comment or text
MOST_LINES, LONGEST = 1000, 200  # of a cell and a line in which they are looked for


class Submission(NamedTuple):
    """What a notebook holds."""

    cells: list[str]  # the code to run, in order; empty at the place of a cell that does not run
    written: dict[str, str]  # answers that a human grades, by the grade_id of their cell
    notes: list[str]  # what a human should know
    nb: NotebookNode  # as it was parsed


def read(path: Path, release: NotebookNode) -> Submission:
    """Read a submission; ``release`` is the notebook that students were given.

    Of an answer cell that is still as released only the imports are kept, so that it does not
    replace an answer in a cell above. The code of an experiment is left to the human who grades it.

    Raises
    ------
    RefusedError
        If the file is missing, no notebook, or too large.
    """
    if not os.path.lexists(path):
        raise RefusedError("is missing")
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        raise RefusedError("is a link or no plain file")
    check_size(status.st_size)
    nb, notes = parse(path.read_bytes())
    given = {grade_id(cell): cell for cell in release.cells if grade_id(cell)}
    by_hand = [name for name, cell in given.items() if _is_by_hand(cell)]
    stubs = {c.source.strip(): _imports(c) for c in given.values() if _is_code(c)}
    left_out = {f"{name}-code" for name in by_hand}
    code = [c for c in nb.cells if _is_code(c) and grade_id(c) not in left_out]
    cells = [""] * max(map(number, nb.cells), default=0)
    for cell in code:
        cells[number(cell) - 1] = stubs.get(cell.source.strip(), cell.source)
    written = {name: _written(given[name], nb, release) for name in by_hand}
    notes += [] if made_for.from_page(nb) else _changes(nb, given)
    notes += filter(None, [made_for.note(nb, release)])
    return Submission(cells, written, notes, nb)


def _is_by_hand(cell: NotebookNode) -> bool:
    return bool(marks(cell).get("grade") and marks(cell).get("solution"))


def _is_code(cell: NotebookNode) -> bool:
    return cell.cell_type == "code"


def _imports(cell: NotebookNode) -> str:
    lines = cell.source.splitlines()
    return "\n".join(line for line in lines if line.startswith(("import ", "from ")))


def _written(asked: NotebookNode, nb: NotebookNode, release: NotebookNode) -> str:
    """Return what is in the cell with this id, or else all of its kind that was not released.

    If that is nothing, it is what the exercise's other cells have of words in new lines.
    """
    released = {cell.source.strip() for cell in release.cells}
    own = [cell for cell in nb.cells if cell.source.strip() not in {"", *released}]
    found = [cell for cell in own if grade_id(cell) == grade_id(asked)]
    found = found or [c for c in own if _is_code(c) == _is_code(asked) and not grade_id(c)]
    return "\n\n".join(cell.source for cell in found) or _beside(asked, nb, release)


def _beside(asked: NotebookNode, nb: NotebookNode, release: NotebookNode) -> str:
    """Return the words that stand in the task, the code or the check in place of their cell."""
    around = {f"{grade_id(asked)}-{part}" for part in ("task", "code", "check")}
    given = {line for cell in release.cells for line in cell.source.splitlines()}
    lines = [
        line
        for cell in nb.cells
        if grade_id(cell) in around
        for line in cell.source.splitlines()[:MOST_LINES]
        if line not in given and (not _is_code(cell) or WORDS.search(line[:LONGEST]))
    ]
    return "\n".join(lines)


def _changes(nb: NotebookNode, given: dict[str | None, NotebookNode]) -> list[str]:
    """List what became of the released cells."""
    found = [grade_id(cell) for cell in nb.cells if grade_id(cell) in given]
    notes = [f"the cell {name} is missing" for name in given if name not in found]
    notes += [f"the cell {name} is there {n} times" for name, n in Counter(found).items() if n > 1]
    once = list(dict.fromkeys(found))
    if once != [name for name in given if name in once]:
        notes.append("the cells are in another order than released")
    for cell in nb.cells:
        released = given.get(grade_id(cell))
        changed = released and cell.source.strip() != released.source.strip()
        if changed and marks(released).get("locked"):
            notes.append(f"the locked cell {grade_id(cell)} was changed")
    return notes
