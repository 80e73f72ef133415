"""What code looks like: questions about a piece of syntax, without its meaning."""

import ast

from .scopes import Comprehension, Function, Variable, last_name

# Python and PyTorch call these by their names.
FIXED_NAMES = {"forward", "extra_repr"}
# Objects of other packages have these too: on an object of unknown class they are theirs.
COMMON_NAMES = {name for kind in (str, list, dict, set, tuple, float) for name in dir(kind)}
COMMON_NAMES |= {"backward", "data", "grad", "mean", "shape", "size", "state_dict", "step", "sum"}


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


def element_parts(node: Comprehension) -> list[ast.expr]:
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]


def method_owner(node: ast.expr, method: str) -> ast.expr | None:
    """Return ``x`` of ``x.method()``."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[]) if name == method:
            return owner
    return None


def table_rows(node: ast.expr) -> list[list[ast.expr]]:
    """Return the rows of a table that is written out; none if it is not."""
    owner = method_owner(node, "items")
    if isinstance(owner, ast.Dict):
        pairs = zip(owner.keys, owner.values, strict=True)
        return [[key, value] for key, value in pairs if key is not None] if all(owner.keys) else []
    rows = node.elts if isinstance(node, ast.Tuple | ast.List) else []
    tuples = [row.elts for row in rows if isinstance(row, ast.Tuple)]
    return tuples if len(tuples) == len(rows) else []


def is_fixed(name: str) -> bool:
    return name in FIXED_NAMES or (name.startswith("__") and name.endswith("__"))


def own_members(node: ast.ClassDef) -> dict[str, ast.AST]:
    """Return what a class defines, in order: in its body, then on ``self``."""
    member_nodes: dict[str, ast.AST] = {}
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            member_nodes.setdefault(part.name, part)
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            member_nodes.setdefault(part.target.id, part)
        elif isinstance(part, ast.Assign):
            names = [n for t in part.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            member_nodes |= {n.id: part for n in names if n.id not in member_nodes}
    for method in methods:
        self_name = method.args.args[0].arg if method.args.args else ""
        for part in ast.walk(method):
            match part:
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name == self_name:
                    member_nodes.setdefault(part.attr, part)
    return {name: part for name, part in member_nodes.items() if not is_fixed(name)}


def is_common(name: str) -> bool:
    return name in COMMON_NAMES or is_fixed(name)


def holds_fields(node: ast.ClassDef) -> bool:
    """Say whether the annotations of a class are its fields."""
    marks = [*node.decorator_list, *node.bases]
    names = {last_name(mark.func if isinstance(mark, ast.Call) else mark) for mark in marks}
    return bool(names & {"dataclass", "NamedTuple", "TypedDict"})


def own_parts(node: ast.AST) -> list[ast.AST]:
    """Return what a function is made of, without the functions within it."""
    parts = [part for part in ast.iter_child_nodes(node) if not isinstance(part, Function)]
    return [*parts, *(inner for part in parts for inner in own_parts(part))]


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
