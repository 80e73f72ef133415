"""What nbgrader notes in the cells of a notebook: their names, and which of them have points."""

from typing import Any

from nbformat import NotebookNode


def marks(cell: NotebookNode) -> dict[str, Any]:
    """Return what nbgrader notes in a cell, if it does."""
    return cell.metadata.get("nbgrader", {})


def grade_id(cell: NotebookNode) -> str | None:
    """Return nbgrader's name of a cell, if it has one."""
    return marks(cell).get("grade_id")


def marked(nb: NotebookNode) -> dict[str, NotebookNode]:
    """Return by exercise the cells that have points."""
    return {grade_id(cell): cell for cell in nb.cells if marks(cell).get("grade")}
