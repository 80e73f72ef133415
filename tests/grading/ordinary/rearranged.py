"""What students do to the cells that they were given."""

from ordinary.habit import Notebook, code, plain


def answers_of(nb: Notebook) -> list[Notebook]:
    return [cell for cell in nb["cells"] if cell["metadata"].get("nbgrader", {}).get("solution")]


def moved(nb: Notebook) -> bytes:
    """Put the cells into the opposite order."""
    nb["cells"].reverse()
    return plain(nb)


def joined(nb: Notebook) -> bytes:
    """Put all code into one cell."""
    nb["cells"] = [code("\n\n".join(cell["source"] for cell in answers_of(nb)))]
    return plain(nb)


def split(nb: Notebook) -> bytes:
    """Cut every answer where a line is empty, as *Split cell* does; nothing is marked."""
    parts = [part for cell in answers_of(nb) for part in cell["source"].split("\n\n")]
    nb["cells"] = [code(part) for part in parts]
    return plain(nb)


def gone(nb: Notebook) -> bytes:
    """Keep the answers alone, in cells that nobody released."""
    nb["cells"] = [code(cell["source"]) for cell in answers_of(nb)]
    return plain(nb)


def renamed(nb: Notebook) -> bytes:
    """Mark the cells as those of another assignment."""
    for cell in nb["cells"]:
        cell["metadata"].setdefault("nbgrader", {})["grade_id"] = f"old-{cell['id']}"
    return plain(nb)


def between(nb: Notebook) -> bytes:
    """Put text between all cells."""
    note = {"cell_type": "markdown", "metadata": {}, "source": "## A note\n\n$x^2$, *done* ✅"}
    nb["cells"] = [part for cell in nb["cells"] for part in (dict(note), cell)]
    return plain(nb)
