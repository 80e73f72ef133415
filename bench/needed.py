"""The statements of a chapter that some of its claims need, in order. Part of bench/settings.py."""

import ast
import re

BINDS = ast.FunctionDef | ast.ClassDef
SHOWS = ("show", "print", "display")


def needed(source: str, ids: set[str]) -> list[ast.stmt]:
    """Keep of a chapter's code what decides the claims of these ids; no figure, no `assert`.

    It goes backwards, as `run` and the like stand for one training after another. A function needs
    what its body mentions, wherever it is called.
    """
    body = ast.parse(source).body
    within = {part.name: part for part in body if isinstance(part, BINDS)}
    kept, wanted = [], set()
    for place in reversed(range(len(body))):
        part = body[place]
        binds = bound(part)
        if isinstance(part, ast.Assert) or is_shown(part):
            continue
        if not (states(body[: place + 1], ids) or binds & wanted or changes(part, wanted)):
            continue
        kept.append(part)
        if isinstance(part, ast.Assign | ast.Import | ast.ImportFrom | BINDS):
            wanted -= binds
        wanted |= mentioned(part, within)
    return kept[::-1]


def is_shown(part: ast.stmt) -> bool:
    """Say whether a statement, or all that a loop does, shows something."""
    if isinstance(part, ast.For):
        return all(map(is_shown, part.body))
    call = part.value if isinstance(part, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in SHOWS


def bound(part: ast.stmt) -> set[str]:
    """Name what a statement binds at the top level and what a loop leaves, not what it counts."""
    if isinstance(part, BINDS):
        return {part.name}
    if isinstance(part, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name.partition(".")[0] for alias in part.names}
    names = [n for n in ast.walk(part) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    loops = [n.target for n in ast.walk(part) if isinstance(n, ast.For | ast.comprehension)]
    counted = {id(n) for loop in loops for n in ast.walk(loop)}
    return {n.id for n in names if id(n) not in counted}


def changes(part: ast.stmt, wanted: set[str]) -> bool:
    """Say whether a statement calls a method of a wanted thing, or sets a part of it."""
    if isinstance(part, BINDS):
        return False
    stored = (n for n in ast.walk(part) if isinstance(n, ast.Subscript | ast.Attribute))
    parts = [n.value for n in stored if isinstance(n.ctx, ast.Store)]
    calls = [n.value for n in ast.walk(part) if isinstance(n, ast.Expr)]
    parts += [n.func.value for n in calls if isinstance(n, ast.Call) and hasattr(n.func, "value")]
    return any(root(n) in wanted for n in parts)


def root(part: ast.expr) -> str | None:
    """Return the name that `name.part[i]()` begins with."""
    while isinstance(part, ast.Attribute | ast.Subscript | ast.Call):
        part = part.func if isinstance(part, ast.Call) else part.value
    return part.id if isinstance(part, ast.Name) else None


def mentioned(part: ast.AST, within: dict[str, ast.stmt]) -> set[str]:
    """Name all that a statement reads, itself and through the chapter's functions."""
    seen: set[str] = set()
    waiting = [*read(part)]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += read(within[name]) if name in within else []
    return seen


def read(part: ast.AST) -> set[str]:
    """Name what a statement reads; what is a function's own does not count."""
    names = [n for n in ast.walk(part) if isinstance(n, ast.Name)]
    own = {n.arg for n in ast.walk(part) if isinstance(n, ast.arg)}
    if isinstance(part, BINDS):
        own |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
    given = [d for n in ast.walk(part) if isinstance(n, ast.arguments) for d in defaults(n)]
    free = {n.id for d in given for n in ast.walk(d) if isinstance(n, ast.Name)}
    return free | {n.id for n in names if isinstance(n.ctx, ast.Load)} - own


def defaults(given: ast.arguments) -> list[ast.expr]:
    return [d for d in (*given.defaults, *given.kw_defaults) if d]


def states(body: list[ast.stmt], ids: set[str]) -> bool:
    """Say whether the last of some statements may state one of these claims."""
    if isinstance(body[-1], BINDS):
        return False
    called = [n for n in ast.walk(body[-1]) if isinstance(n, ast.Call)]
    own = [n.args[0] for n in called if root(n.func) == "claim"]
    through = {root(n.func) for n in called}
    for part in (p for p in body if isinstance(p, BINDS) and p.name in through):
        inner = [n for n in ast.walk(part) if isinstance(n, ast.Call) and root(n.func) == "claim"]
        body = [*body, *(part.body if inner else [])]
        own += [n.args[0] for n in inner]
    return any(could_be(given, body, id) for given in own for id in ids)


def could_be(given: ast.expr, body: list[ast.stmt], id: str) -> bool:
    """Compare a claim's id with how a chapter writes it; what is not written out may be any."""
    if isinstance(given, ast.Constant):
        return given.value == id
    if isinstance(given, ast.JoinedStr):
        parts = [re.escape(p.value) if isinstance(p, ast.Constant) else ".*" for p in given.values]
        return re.fullmatch("".join(parts), id) is not None
    if isinstance(given, ast.Name):
        for part in (n for one in reversed(body) for n in reversed(list(ast.walk(one)))):
            if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == given.id:
                return could_be(part.value, body, id)
    return True
