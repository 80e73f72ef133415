"""What nbgrader notes in the cells of a notebook: their names, and which of them have points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbformat import NotebookNode

SECONDS, GIGABYTES = 10, 1  # what the grader allows if an assignment says nothing else


def marks(cell: NotebookNode) -> dict[str, Any]:
    """Return what nbgrader notes in a cell, if it does."""
    return cell.metadata.get("nbgrader", {})


def grade_id(cell: NotebookNode) -> str | None:
    """Return nbgrader's name of a cell, if it has one."""
    return marks(cell).get("grade_id")


def fetches(cell: NotebookNode) -> bool:
    """Say whether a cell is the first of a release, which fetches the library."""
    return cell.get("id") == "fetch-the-library"


def marked(nb: NotebookNode) -> dict[str, NotebookNode]:
    """Return by exercise the cells that have points."""
    return {grade_id(cell): cell for cell in nb.cells if marks(cell).get("grade")}
