"""The code that a chapter's claims depend on, as a short text that changes when the code does.

A claim depends on the cells of its chapter, and by their names on each function, class and value of
the library that they use, and so on. Where a name is defined and how it is imported does not count:
moving code to another module changes nothing here. Neither do comments, layout, the borders of
cells, and strings that contain a space (prose).
"""

import ast
import hashlib
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

BOOK = Path(__file__).parents[2]
LIBRARY = BOOK / "multihead"
# What shows results, or compares and keeps them, computes no number of a claim.
SHOWS = ("show/", "widgets/", "exercises/")
KEEPS = (
    "claims/statement",
    "claims/evidence",
    "claims/replications",
    "claims/fingerprint",
    "claims/sweeps",
    "results",
)
ON_IMPORT = "pin"  # what runs when the library is imported


class Statement(NamedTuple):
    """A top-level statement, without what does not change what it computes."""

    text: str
    defines: list[str]
    names: set[str]


def digest(chapter: Path) -> str:
    """Hash the code that the claims of a chapter depend on, and the versions of what computes."""
    cells = nbformat.read(chapter, as_version=4).cells
    return of_source("\n".join(cell.source for cell in cells if cell.cell_type == "code"))


def of_source(*sources: str) -> str:
    """Hash some programs, what they reach in the library, and the versions of what computes."""
    source = "\n".join(sources)
    parts = [statement.text for statement in statements(source)] + reached(source)
    pins = (BOOK.parent / "requirements.txt").read_text("utf-8")
    parts += re.findall(r"^(?:numpy|scipy|torch)==.*$", pins, re.M)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def reached(source: str) -> list[str]:
    """Return the library's definitions that a piece of code uses, and those that they use."""
    known, seen, texts = definitions(LIBRARY), set(), set()
    waiting = {ON_IMPORT}.union(*(statement.names for statement in statements(source)))
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for statement in known.get(name, ()):
            texts.add(statement.text)
            waiting |= statement.names - seen
    return sorted(texts)


@cache
def definitions(library: Path) -> dict[str, list[Statement]]:
    """Find by its name what each module that computes defines at its top level."""
    found = defaultdict(list)
    for path in sorted(library.rglob("*.py")):
        if not path.relative_to(library).as_posix().startswith(SHOWS + KEEPS):
            for statement in statements(path.read_text("utf-8")):
                for name in statement.defines:
                    found[name].append(statement)
    return found


def statements(source: str) -> list[Statement]:
    """Read the top-level statements of some code, without its imports.

    An imported name is written as what it stands for: ``F.pad`` as ``torch.nn.functional.pad``, and
    ``heads.share_back`` of this library as ``share_back``, wherever that is defined.
    """
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name.partition(".")[0]: origin(node, alias)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    read = [(node, plain(node, imported)) for node in tree.body if not is_import(node)]
    return [Statement(repr(kept), defined_by(node), names_in(kept)) for node, kept in read]


def defined_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = [part for target in targets for part in ast.walk(target)]
        return [part.id for part in parts if isinstance(part, ast.Name)]
    return []


def origin(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    """Return what an imported name stands for; a module of this library is an empty text."""
    if isinstance(node, ast.Import):
        whole = alias.name if alias.asname else alias.name.partition(".")[0]
    else:
        whole = f"{node.module}.{alias.name}"
    if whole.partition(".")[0] != LIBRARY.name:
        return whole
    return "" if is_module(whole) else alias.name


def is_module(name: str) -> bool:
    """Say whether ``multihead.heads`` or the like is a file or a folder of the library."""
    path = BOOK / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def plain(node: Any, imported: dict[str, str]) -> Any:
    """Convert a syntax tree to nested tuples, equal in every version of Python."""
    if isinstance(node, list):
        return tuple(plain(part, imported) for part in node if not is_import(part))
    if not isinstance(node, ast.AST):
        return "" if isinstance(node, str) and " " in node else node
    if isinstance(node, ast.Name):
        return "Name", imported.get(node.id) or node.id
    if isinstance(node, ast.Attribute) and of_library(node.value, imported):
        return "Name", node.attr
    fields = ((name, plain(value, imported)) for name, value in ast.iter_fields(node))
    # A newer Python may add fields; they are empty if not used.
    return type(node).__name__, *((name, v) for name, v in fields if v not in (None, ()))


def of_library(node: ast.expr, imported: dict[str, str]) -> bool:
    """Say whether an expression is a module of this library: ``heads``, ``train.data``."""
    if isinstance(node, ast.Attribute):
        return of_library(node.value, imported) and node.attr in modules(LIBRARY)
    return isinstance(node, ast.Name) and imported.get(node.id) == ""


@cache
def modules(library: Path) -> set[str]:
    """Name every module and every room of the library."""
    paths = list(library.rglob("*.py"))
    return {path.stem for path in paths} | {path.parent.name for path in paths}


def is_import(part: Any) -> bool:
    return isinstance(part, ast.Import | ast.ImportFrom)


def names_in(tree: Any) -> set[str]:
    """Return every name and attribute that a statement mentions."""
    if not isinstance(tree, tuple):
        return set()
    own = {tree[1]} if tree[:1] == ("Name",) else set()
    own |= {part[1] for part in tree if isinstance(part, tuple) and part[:1] == ("attr",)}
    return own.union(*map(names_in, tree))
