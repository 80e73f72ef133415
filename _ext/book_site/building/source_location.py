"""Where something stands in the sources, as errors name it: `a.ipynb, cell 12` or `a.md:12`.

Cells are counted from 1, those of code and of words.
"""

import os
import re
from pathlib import Path

from docutils import nodes

LINES_OF_A_CELL = 10_000  # MyST-NB counts the lines of a notebook in this way


def of_node(root: Path, node: nodes.Node) -> str:
    """Name the file and the line or the cell that a node comes from, or else what it is in."""
    located = node
    while not (located.source and located.line) and located.parent is not None:
        located = located.parent
    file = os.path.relpath(located.source or located.get("source", root), root)
    if not located.line:
        return file
    cell, line = divmod(located.line, LINES_OF_A_CELL)
    return f"{file}, cell {cell}" if cell else f"{file}:{line}"


def of_words(file: str, text: str, words: str) -> str:
    """Name the first line of a file that has the words, from its text."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])")
    lines = enumerate(text.splitlines(), start=1)
    return next((f"{file}:{number}" for number, line in lines if pattern.search(line)), file)
