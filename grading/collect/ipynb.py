"""Turn the bytes of any `.ipynb` into clean cells, or refuse them. Nothing in it is trusted."""

import itertools
import json
import math
import re
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    new_raw_cell,
)

MAX_FILE = 10_000_000  # bytes
MAX_CELL = 1_000_000  # characters
MAX_CELLS = 1000
MAX_OUTPUTS = 1000  # of all cells together; nbformat takes a millisecond for each
CONFLICT = (
    "holds the marks of a merge conflict: keep one version, and delete the lines that begin "
    "with <<<<<<<, ======= and >>>>>>>"
)
AGAIN = "hand in the .ipynb file that Jupyter saves"
#: How files begin that are no notebook, and what they are.
OTHER_FILES = {
    re.compile(rb"PK\x03\x04"): (
        f"is a ZIP archive or an Office document with another name: {AGAIN}"
    ),
    re.compile(rb"%PDF-"): f"is a PDF with another name: {AGAIN}",
    re.compile(rb"\x1f\x8b|7z\xbc\xaf|Rar!"): (
        f"is an archive with another name: unpack it, and {AGAIN}"
    ),
    re.compile(rb"\x89PNG|\xff\xd8\xff"): f"is a picture with another name: {AGAIN}",
    re.compile(rb"version https://git-lfs"): (
        "is a pointer of Git LFS, without the notebook: run `git lfs pull`, and hand it in again"
    ),
}
WEB_PAGE = re.compile(r"<(!doctype\s+html|html|head|\?xml|!--)", re.IGNORECASE)
PYTHON = re.compile(r"^(import \w+|from [\w.]+ import |def \w+\(|class \w+[(:])", re.MULTILINE)
MADE_FOR = ("assignment", "variant", "release", "page")
LABEL = re.compile(r"[\w-]{1,80}")
SHOWN = ("text/plain", "image/png")  # outputs that cannot act when a browser shows them


class RefusedError(Exception):
    """This one file cannot be read; the message says why, and what to do."""


def parse(data: bytes) -> tuple[NotebookNode, list[str]]:
    """Return the cells of a notebook of any format, and notes on what was left out.

    A cell keeps its place, its text, its grade_id and outputs that only show something. What is
    too large to read is no cell; it is in the metadata, as ``too_large``. So is what the notebook
    says it is made for, as ``many_heads``.

    Raises
    ------
    RefusedError
        If these bytes are no notebook, or too many.
    """
    check_size(len(data))
    found = _json(data)
    cells = _cells(found)
    if len(cells) > MAX_CELLS:
        raise RefusedError(f"has {len(cells):,} cells; at most {MAX_CELLS:,} are read")
    made, too_large, notes, shown = [], [], [], 0
    for place, raw in enumerate(cells, start=1):
        source = _text(raw.get("source", "")) if isinstance(raw, dict) else None
        if source is None:
            notes.append(f"cell {place} holds no text and was left out")
        elif len(source) > MAX_CELL:
            notes.append(f"cell {place} has {len(source):,} characters and was left out")
            too_large.append(_cell(f"cell-{place}", raw, source, 0))
        else:
            made.append(_cell(f"cell-{place}", raw, source, MAX_OUTPUTS - shown))
            shown += len(made[-1].get("outputs", []))
            if conflict_line(source):
                notes.append(f"cell {place} {CONFLICT}")
    if shown >= MAX_OUTPUTS:
        notes.append(f"outputs after the first {MAX_OUTPUTS:,} were left out")
    metadata = {"too_large": too_large, "many_heads": _made_for(found)}
    return new_notebook(cells=made, metadata=metadata), notes


def number(cell: NotebookNode) -> int:
    """Return the place of a cell that was parsed: from 1, over all cells of the file."""
    return int(cell.id.removeprefix("cell-"))


def conflict_line(text: str) -> int | None:
    """Return the number of the line at which a merge conflict begins, if there is one."""
    lines = text.splitlines() if "<<<<<<< " in text and ">>>>>>> " in text else []
    begins = (n for n, line in enumerate(lines, start=1) if line.lstrip().startswith("<<<<<<< "))
    return next(begins, None)


def check_size(size: int) -> None:
    """Refuse a file that is too large to read."""
    if size > MAX_FILE:
        raise RefusedError(
            f"has {math.ceil(size / 1e5) / 10:g} MB; at most {MAX_FILE / 1e6:g} MB are read: "
            "clear its outputs and hand it in again"
        )


def _json(data: bytes) -> dict[str, Any]:
    for begin, what in OTHER_FILES.items():
        if begin.match(data):
            raise RefusedError(what)
    if not data.strip(b"\0 \r\n\t"):
        size = f"{len(data):,} bytes of nothing" if data else "0 bytes"
        raise RefusedError(f"is empty ({size}): save the notebook in Jupyter and hand it in again")
    try:
        text = data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        raise RefusedError(f"is not UTF-8 (byte {error.start:,}): {AGAIN}") from None
    try:
        found = json.loads(text)
    except RecursionError:
        raise RefusedError("is nested too deeply for a notebook") from None
    except json.JSONDecodeError as error:
        raise RefusedError(_no_json(text, error.lineno)) from None
    except ValueError:
        raise RefusedError("is no notebook: it holds a number of thousands of digits") from None
    if not isinstance(found, dict) or not isinstance(found.get("nbformat"), int):
        raise RefusedError("is no notebook: it has no nbformat number")
    return found


def _no_json(text: str, line: int) -> str:
    """Say what a text is that is no JSON."""
    if conflict := conflict_line(text):
        return f"{CONFLICT} (line {conflict:,})"
    if WEB_PAGE.match(text.lstrip()):
        of = "GitHub's web page about a file" if "github.com" in text else "a web page"
        return f"is {of}, saved under the name of a notebook: download the file itself"
    if not text.lstrip().startswith("{"):
        what = "Python code" if PYTHON.search(text) else "some other text"
        return f"is {what} and no notebook: {AGAIN}"
    return f"is no complete notebook: line {line:,} breaks off; save it in Jupyter once more"


def _cells(found: dict[str, Any]) -> list[Any]:
    """Return the cells as format 4 has them; those of formats 1 to 3 are upgraded."""
    cells = found.get("cells")
    if found["nbformat"] < 4:
        try:
            sheets = found["worksheets"] if found["nbformat"] > 1 else [found]
            old = [{**cell, "outputs": []} for sheet in sheets for cell in sheet["cells"]]
            sheet = {"cells": old[: MAX_CELLS + 1], "metadata": {}}
            new = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [sheet]}
            cells = nbformat.convert(nbformat.from_dict(new), 4).cells
        except Exception as error:
            kind = type(error).__name__
            raise RefusedError(f"is of an old format that cannot be read ({kind})") from None
    if not isinstance(cells, list):
        raise RefusedError("is no notebook: it has no list of cells")
    return cells


def _cell(cell_id: str, raw: dict[str, Any], source: str, most: int) -> NotebookNode:
    marks = raw.get("metadata")
    marks = marks.get("nbgrader") if isinstance(marks, dict) else None
    name = marks.get("grade_id") if isinstance(marks, dict) else None
    metadata = {"nbgrader": {"grade_id": name}} if isinstance(name, str) else {}
    if raw.get("cell_type") != "code":
        new_text = new_raw_cell if raw.get("cell_type") == "raw" else new_markdown_cell
        return new_text(source, id=cell_id, metadata=metadata)
    outputs = raw.get("outputs")
    shown = map(_output, outputs if isinstance(outputs, list) else [])
    kept = list(itertools.islice(filter(None, shown), most))
    return new_code_cell(source, id=cell_id, metadata=metadata, outputs=kept)


def _made_for(found: dict[str, Any]) -> dict[str, str]:
    """Keep which assignment, numbers and release a notebook names, and that a page wrote it."""
    metadata = found.get("metadata")
    said = metadata.get("many_heads") if isinstance(metadata, dict) else None
    texts = {key: said.get(key) for key in MADE_FOR} if isinstance(said, dict) else {}
    return {key: t for key, t in texts.items() if isinstance(t, str) and LABEL.fullmatch(t)}


def _output(raw: Any) -> NotebookNode | None:
    """Keep the text or the picture of an output."""
    if not isinstance(raw, dict):
        return None
    if raw.get("output_type") == "stream":
        text = _text(raw.get("text"))
        return new_output("stream", text=text) if text else None
    data = raw.get("data")
    found = {kind: _text(data.get(kind)) for kind in SHOWN} if isinstance(data, dict) else {}
    kept = {kind: text for kind, text in found.items() if text}
    return new_output("display_data", kept) if kept else None


def _text(value: Any) -> str | None:
    """Read a text, or a list of its lines, as one that UTF-8 can write."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        value = "".join(value)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else None
