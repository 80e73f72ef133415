"""The code that a chapter's claims depend on, as a short text that changes when the code does.

A claim depends on the cells of its chapter, and by their names on each function, class and value of
the library that they use, and so on. What things are called does not count, nor where they are
defined and how they are imported, and neither do comments, layout, the borders of cells, and words
that are only shown. `canonical` has the rules; a string that may be computed with is no such word.
"""

import hashlib
import re
from pathlib import Path

import nbformat

from .canonical import Canonical
from .name_resolution import Program

BOOK = Path(__file__).parents[3] / "book"
LIBRARY = BOOK / "multihead"


def digest(chapter: Path) -> str:
    """Hash the code that the claims of a chapter depend on, and the versions of what computes."""
    cells = nbformat.read(chapter, as_version=4).cells
    return of_source("\n".join(cell.source for cell in cells if cell.cell_type == "code"))


def of_source(*sources: str) -> str:
    """Hash programs as :func:`digest` hashes chapters; they may import from each other."""
    program = Program(sources, LIBRARY)
    package_module = program.module(LIBRARY.name)
    modules = [*program.pieces, package_module] if package_module is not None else program.pieces
    trees = Canonical(program, (part for module in modules for part in module.tree.body)).to_trees()
    pins = (BOOK.parent / "requirements.txt").read_text("utf-8")
    versions = re.findall(r"^(?:numpy|scipy|torch)==.*$", pins, re.M)
    return hashlib.sha256(repr((trees, versions)).encode()).hexdigest()[:16]
