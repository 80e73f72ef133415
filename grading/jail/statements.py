"""What each statement of a notebook does to its names, read from its text alone.

A statement is one at the top of a cell. What no text shows, such as a name made by `exec`, is not
seen.
"""

import ast
import symtable
from collections.abc import Iterable, Iterator
from typing import NamedTuple

IMPORTS = ast.Import | ast.ImportFrom
DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
CALLED_LATER = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
AT_ONCE = {"listcomp", "setcomp", "dictcomp", "genexpr"}  # symtable takes them for functions
STAR = "*"  # what `from module import *` gives


class Statement(NamedTuple):
    """What one statement does to the names of the notebook."""

    cell: int
    place: int
    imports: bool
    gives: set[str]  # these may get a value
    anew: set[str]  # these get one, whatever they were
    changes: set[str]  # their value may change, as of a list
    now: set[str]  # used at once
    later: set[str]  # used when a function of it is called
    makes: set[str]  # what such a call gives or changes
    calls: set[str]  # the function, if the statement is only a call: `fill(3)`


def read(number: int, cell: str) -> Iterator[Statement]:
    """Read a cell of plain Python; one that is none has no statements."""
    try:
        body = one_by_one(ast.parse(cell).body)
        tables = [symtable.symtable(ast.unparse(node), "<cell>", "exec") for node in body]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for place, (node, table) in enumerate(zip(body, tables, strict=True)):
        uses = list(_uses(table))
        now, later = ({name for name, late in uses if late == when} for when in (False, True))
        gives = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
        gives |= (
            {STAR} if isinstance(node, ast.ImportFrom) and node.names[0].name == STAR else set()
        )
        changes, makes = (
            _changed(_run_at_once(node)),
            _made(table) | _changed(ast.walk(node)) & later,
        )
        match node:
            case ast.Expr(ast.Call(ast.Name(function))):
                calls = {function}
            case _:
                calls = set()
        imports = isinstance(node, IMPORTS)
        anew = gives & _anew(node)
        yield Statement(number, place, imports, gives, anew, changes, now, later, makes, calls)


def one_by_one(body: list[ast.stmt]) -> list[ast.stmt]:
    """Split `import pandas, numpy`: an answer may need only what is there."""
    made = []
    for node in body:
        if isinstance(node, ast.Import):
            made += [ast.copy_location(ast.Import([alias]), node) for alias in node.names]
        else:
            made.append(node)
    return made


def _uses(table: symtable.SymbolTable, later: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the notebook's names that are used, and whether only when a function is called."""
    for symbol in table.get_symbols():
        if symbol.is_referenced() and symbol.is_global():
            yield symbol.get_name(), later
    for child in table.get_children():
        function = child.get_type() == "function" and child.get_name() not in AT_ONCE
        yield from _uses(child, later or function)


def _made(table: symtable.SymbolTable) -> set[str]:
    """Return what functions give a value by `global`."""
    made = set()
    for child in table.get_children():
        symbols = child.get_symbols()
        made |= {s.get_name() for s in symbols if s.is_declared_global() and s.is_assigned()}
        made |= _made(child)
    return made


def _anew(node: ast.stmt) -> set[str]:
    """Return the names that a simple statement gives a value that owes nothing to an older one."""
    if isinstance(node, DEFINITIONS):
        return {node.name}
    if isinstance(node, IMPORTS):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    if not isinstance(node, ast.Assign | ast.AnnAssign) or not node.value:
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {
        name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
    }


def _run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if not isinstance(node, CALLED_LATER):
        for child in ast.iter_child_nodes(node):
            yield from _run_at_once(child)


def _changed(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in `x[0] = 3`, `x.y = 3` and, where nothing takes its value, `x.add(3)`."""
    changed = set()
    for node in nodes:
        match node:
            case (
                ast.Attribute(ctx=ast.Store() | ast.Del())
                | ast.Subscript(ctx=ast.Store() | ast.Del())
            ):
                changed.add(_base(node))
            case ast.Expr(ast.Call(ast.Attribute() as method)):
                changed.add(_base(method))
    return changed - {""}


def _base(node: ast.AST) -> str:
    """Return the `x` of `x.y[0].z`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
