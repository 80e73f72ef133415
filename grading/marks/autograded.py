"""Write `autograded/`: the notebook as it was handed in, made harmless, with our verdicts in it."""

import base64
import binascii
import copy
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from grading.cells import fetches, grade_id, marks
from grading.course import whole

LONGEST = 10_000  # characters of an output
PNG = b"\x89PNG\r\n\x1a\n"
LIVE = {  # what makes text more than text, and how to write it so that it does not
    re.compile(r"<(?=[A-Za-z/!?])"): "&lt;",  # begins a tag of HTML; "a < b" does not
    re.compile(r"\](?=[(\[:])"): "&#93;",  # ends the text of a link or picture of Markdown
    re.compile(r"(?<=:)/(?=/)"): "&#47;",  # of an address, which formgrader would make a link
}


def harmless(
    release: NotebookNode, given: NotebookNode, verdicts: dict[str, str], written: dict[str, str]
) -> NotebookNode:
    """Return the student's notebook with the released cells as released, but for the first.

    Of the student's own there are texts without HTML and links, code, plain outputs and PNGs.
    ``verdicts`` become the outputs of the cells with these ids; answers for a human that lost their
    cell, ``written``, get it back.
    """
    released = {grade_id(cell): cell for cell in release.cells if grade_id(cell)}
    first = {cell.source.strip() for cell in release.cells if fetches(cell)}
    shown = [cell for cell in given.cells if cell.source.strip() not in first]
    last = {grade_id(cell): place for place, cell in enumerate(shown)}
    cells = [
        _put_back(released[grade_id(cell)], cell)
        if grade_id(cell) in released and last[grade_id(cell)] == place
        else _own(cell)
        for place, cell in enumerate(shown)
    ]
    for name in [name for name in released if name not in last]:
        cells.append(copy.deepcopy(released[name]))
        own = written.get(name, "")
        cells[-1].source = (own if cells[-1].cell_type == "code" else _text(own)) or cells[
            -1
        ].source
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
        if cell.cell_type == "code" and grade_id(cell) in verdicts:
            cell.outputs = [new_output("stream", text=verdicts[grade_id(cell)])]
    return new_notebook(cells=cells, metadata=release.metadata)


def write(path: Path, nb: NotebookNode) -> None:
    """Write a notebook whole or not at all."""
    with whole(path) as part:
        nbformat.write(nb, part)


def _put_back(released: NotebookNode, cell: NotebookNode) -> NotebookNode:
    """Put a student's answer into the cell it belongs to; any other cell stays as released."""
    made = copy.deepcopy(released)
    if marks(released).get("solution"):
        own = _own(cell)
        made.source = own.source if own.cell_type == made.cell_type else _text(cell.source)
        if made.cell_type == "code":
            made.outputs = own.get("outputs", [])
    return made


def _own(cell: NotebookNode) -> NotebookNode:
    if cell.cell_type != "code":
        return new_markdown_cell(_text(cell.source))
    outputs = [_output(output) for output in cell.outputs]
    return new_code_cell(cell.source, outputs=[output for output in outputs if output])


def _text(source: str) -> str:
    for pattern, written in LIVE.items():
        source = pattern.sub(written, source)
    return source


def _output(output: NotebookNode) -> NotebookNode | None:
    if output.output_type == "stream":
        return new_output("stream", text=output.text[:LONGEST])
    kept = {"text/plain": output.data.get("text/plain", "")[:LONGEST]}
    picture = _png(output.data.get("image/png", ""))
    if picture:
        kept["image/png"] = picture
    kept = {kind: text for kind, text in kept.items() if text}
    return new_output("display_data", kept) if kept else None


def _png(text: str) -> str | None:
    """Return a picture written anew, since a page puts this text between two quotes."""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return base64.b64encode(data).decode() if data.startswith(PNG) else None
