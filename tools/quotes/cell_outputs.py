"""What the cells of a page put out when the book was built last."""

import re
from functools import cache
from pathlib import Path

import nbformat

from tools.quotes.pages import BOOK, ROOT

CACHE = ROOT / "_build" / ".jupyter_cache"


@cache
def executed_files() -> dict[tuple[str, ...], Path]:
    """Find each executed notebook by the code of its cells; the newest counts."""
    files = sorted(CACHE.glob("*/executed/*/base.ipynb"), key=lambda file: file.stat().st_mtime)
    return {code_of(nbformat.read(file, as_version=4)): file for file in files}


def code_of(nb: nbformat.NotebookNode) -> tuple[str, ...]:
    return tuple(cell.source.strip() for cell in nb.cells if cell.cell_type == "code")


def executed_notebook(page: str) -> nbformat.NotebookNode:
    """Return a page as a notebook with its outputs.

    Raises
    ------
    FileNotFoundError
        If the book was not built since the page's code changed.
    """
    path = BOOK / f"{page}.ipynb"
    notebook = nbformat.read(path, as_version=4) if path.exists() else notebook_of(page)
    if code_of(notebook) not in executed_files():
        raise FileNotFoundError(f"{page} was not executed as it is now: run `make book` first")
    run = nbformat.read(executed_files()[code_of(notebook)], as_version=4)
    outputs = (cell.outputs for cell in run.cells if cell.cell_type == "code")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = next(outputs)
    return notebook


def notebook_of(page: str) -> nbformat.NotebookNode:
    """Return the cells of a Markdown page, without their options."""
    text = (BOOK / f"{page}.md").read_text("utf-8")
    cells = re.findall(r"^```\{code-cell\}.*?\n(.*?)^```", text, re.M | re.S)
    codes = [re.sub(r"\A(?::.*\n)+", "", cell).strip() for cell in cells]
    return nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, codes)])


@cache
def output_lines(page: str) -> list[str]:
    """Return the lines with numbers that a page's cells put out."""
    lines = []
    for cell in executed_notebook(page).cells:
        for out in cell.get("outputs", []):
            text = out.get("text", "") or out.get("data", {}).get("text/plain", "")
            lines += [line for line in text.splitlines() if re.search(r"\d", line)]
    return lines
