"""What of a cell stands without the rest of it: its imports, its definitions, its assignments.

They are found from the text of a cell, and run one by one, so that none waits for a slow line.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
PARTS = {
    "imports": ast.Import | ast.ImportFrom,
    "names": DEFINITIONS | ast.Assign | ast.AnnAssign | ast.AugAssign,
    "definitions": DEFINITIONS,
}
#: A magic over a whole cell of Python.
OVER_PYTHON = re.compile(r"\s*%%(time|timeit|capture|prun)\b.*")


def run(cell: str, part: str, compiler: Callable, space: dict[str, Any]) -> None:
    """Run a part of a cell's outline; an error stops its own statement, and the last one is raised.

    Raises
    ------
    SyntaxError
        If the cell is no Python.
    Exception
        What a statement raises.
    """
    last = None
    for node in read(cell):
        if isinstance(node, PARTS[part]):
            try:
                exec(compiler(ast.Module([node], []), "<cell>", "exec"), space)
            except Exception as error:
                last = error
    if last:
        raise last


def read(cell: str) -> list[ast.stmt]:
    """Return the statements of a cell, as IPython reads it."""
    while magic := OVER_PYTHON.match(cell):
        cell = cell[magic.end() :]
    return _one_by_one(ast.parse(TransformerManager().transform_cell(cell)).body)


def _one_by_one(body: list[ast.stmt]) -> list[ast.stmt]:
    """Split `import pandas, numpy`: "the only imports in one line with what is not there"."""
    nodes = []
    for node in body:
        aliases = node.names if isinstance(node, ast.Import) else []
        nodes += [ast.copy_location(ast.Import([alias]), node) for alias in aliases] or [node]
    return nodes


def names(cell: str) -> set[str]:
    """Return the names that a cell may give a value; of a cell that is no Python there are none."""
    try:
        return {name for node in read(cell) for name in _given(node)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()


def _given(node: ast.AST) -> Iterator[str]:
    if isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif not isinstance(node, ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from _given(child)
