"""Refresh the exact numbers that chapters store: run each one, keep the tagged cells' output.

`make outputs` calls this. Use it after a change that is meant to change a quoted number, and look
at the difference before you commit it. Arguments: paths of chapters; by default, all chapters.
"""

import sys
from pathlib import Path

import nbformat
from book_site.building.chapter_source import keep_source
from nbclient import NotebookClient

BOOK = Path(__file__).parents[2] / "book"


def store(path: Path) -> None:
    nb = nbformat.read(path, as_version=4)
    NotebookClient(
        nb, timeout=600, coalesce_streams=True, resources={"metadata": {"path": BOOK}}
    ).execute()
    keep_source(nb)
    nbformat.write(nb, path)
    print(f"{path.name}: {sum(bool(c.get('outputs')) for c in nb.cells)} cells keep their output")


if __name__ == "__main__":
    for chapter in [Path(a) for a in sys.argv[1:]] or sorted(BOOK.glob("*.ipynb")):
        store(chapter)
