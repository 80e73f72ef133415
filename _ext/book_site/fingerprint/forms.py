"""What code looks like: questions about a piece of syntax, without its meaning."""

import ast

from .names import Comprehension, Variable


def is_display(variable: Variable) -> bool:
    """Say whether a variable can only be a list or a dict of its own."""
    values = [site.value for site in variable.sites if isinstance(site, ast.Assign)]
    kinds = ast.Dict | ast.List | ast.Set
    return len(values) == len(variable.sites) and all(isinstance(v, kinds) for v in values)


def is_text(node: ast.expr) -> bool:
    """Say whether an expression is text put together."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and (is_text(node.left) or is_text(node.right))
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr)


def in_parallel(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return what is assigned to what in ``a, b = c, d``."""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return []
    if any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts)):
        return []
    return list(zip(target.elts, value.elts, strict=True))


def made_by(node: Comprehension) -> list[ast.expr]:
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]


def owner_of(node: ast.expr, method: str) -> ast.expr | None:
    """Return ``x`` of ``x.method()``."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[]) if name == method:
            return owner
    return None


def table(node: ast.expr) -> list[list[ast.expr]]:
    """Return the rows of a table that is written out; none if it is not."""
    owner = owner_of(node, "items")
    if isinstance(owner, ast.Dict):
        pairs = zip(owner.keys, owner.values, strict=True)
        return [[key, value] for key, value in pairs if key is not None] if all(owner.keys) else []
    rows = node.elts if isinstance(node, ast.Tuple | ast.List) else []
    tuples = [row.elts for row in rows if isinstance(row, ast.Tuple)]
    return tuples if len(tuples) == len(rows) else []
