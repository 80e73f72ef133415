"""Which variable each name in a piece of code means, as Python's scopes have it."""

import ast
from dataclasses import dataclass, field
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
# What may change a variable that another statement of its module defines.
CHANGES = (ast.Expr, ast.AugAssign, ast.Delete, ast.For, ast.While, ast.If, ast.With, ast.Try)


@dataclass(eq=False)
class Scope:
    """Where names are bound: a module, a class, or a function with its comprehensions."""

    kind: str
    outer: "Scope | None"
    owner: "Variable | None" = None  # the class, in the scope of a class
    names: dict[str, "Variable"] = field(default_factory=dict)
    declared: dict[str, "Scope"] = field(default_factory=dict)  # by `global` and `nonlocal`

    def find(self, name: str) -> "Variable | None":
        """Find what a name means here; None is a name of Python itself."""
        scope: Scope | None = self
        while scope is not None:
            owner = scope.declared.get(name, scope)
            if name in owner.names and (scope is self or owner.kind != "class"):
                return owner.names[name]
            scope = scope.outer
        return None

    def inside(self, outer: "Scope") -> bool:
        """Say whether this code runs apart from that of an outer scope."""
        scope: Scope | None = self
        while scope is not None and scope is not outer and scope.kind == "comprehension":
            scope = scope.outer
        return scope is not outer

    def enclosing_class(self) -> "Variable | None":
        """Find the class that this code stands in."""
        return self.owner or (self.outer.enclosing_class() if self.outer is not None else None)


@dataclass(eq=False)
class Variable:
    """A variable, function, class, parameter or imported name.

    Attributes
    ----------
    sites
        The nodes that bind it. It is imported if one of them is an import.
    statements
        For a variable of a module: the top-level statements that bind or change it.
    """

    name: str
    scope: Scope
    sites: list[ast.AST] = field(default_factory=list)
    statements: list[ast.stmt] = field(default_factory=list)
    imported: tuple[str, str] | None = None  # the module, and the name in it, "" for a module


@dataclass(eq=False)
class Module:
    """A file of the library, a chapter or a program.

    Attributes
    ----------
    variable_of
        What its names mean.
    class_of_self
        The class that the first parameter of a method belongs to, or a ``super`` within it.
    sites
        For a node that binds a name: the statement or parameter that says to what.
    captured
        Variables that a function or class within their scope sees.
    bodies
        The scopes of all functions, with their statements.
    attribute_uses
        What is looked up on which name.
    """

    name: str
    tree: ast.Module
    scope: Scope
    variable_of: dict[ast.AST, Variable] = field(default_factory=dict)
    class_of_self: dict[ast.AST, Variable] = field(default_factory=dict)
    sites: dict[ast.AST, ast.AST] = field(default_factory=dict)
    captured: set[Variable] = field(default_factory=set)
    bodies: list[tuple[Scope, list[ast.stmt]]] = field(default_factory=list)
    attribute_uses: list[tuple[ast.Name, str]] = field(default_factory=list)


def read_module(source: str, name: str, package: str) -> Module:
    """Read a module; ``package`` is where its relative imports start."""
    tree = ast.parse(source)
    reader = _Reader(name, tree, package)
    for statement in tree.body:
        reader.statement = statement
        reader.visit(statement)
    for node, text, scope in reader.uses:
        if (variable := scope.find(text)) is not None:
            reader.module.variable_of[node] = variable
            if scope.inside(variable.scope):
                reader.module.captured.add(variable)
    for statement in tree.body:
        for variable in _changed_variables(statement, reader.module):
            if statement not in variable.statements:
                variable.statements.append(statement)
    return reader.module


def _changed_variables(statement: ast.stmt, module: Module) -> list[Variable]:
    """Return the module's own variables that a statement may change without binding them."""
    parts: list[Any] = [statement] if isinstance(statement, CHANGES) else []
    if isinstance(statement, ast.Assign):
        parts = [t for t in statement.targets if isinstance(t, ast.Attribute | ast.Subscript)]
    variables = [module.variable_of.get(node) for part in parts for node in ast.walk(part)]
    return [v for v in variables if v is not None and v.scope is module.scope and not v.imported]


class _Reader(ast.NodeVisitor):
    def __init__(self, name: str, tree: ast.Module, package: str):
        self.scope = Scope("module", None)
        self.module = Module(name, tree, self.scope)
        self.package = package
        self.statement: ast.stmt = ast.Pass()
        self.uses: list[tuple[ast.AST, str, Scope]] = []

    def bind(self, name: str, node: ast.AST, site: ast.AST) -> Variable:
        owner = self.scope.declared.get(name, self.scope)
        variable = owner.names.setdefault(name, Variable(name, owner))
        variable.sites.append(site)
        self.module.sites[node], self.module.variable_of[node] = site, variable
        if self.scope.inside(owner):
            self.module.captured.add(variable)
        if owner is self.module.scope and self.statement not in variable.statements:
            variable.statements.append(self.statement)
        return variable

    def visit_in_scope(self, kind: str, *parts: Any, owner: Variable | None = None) -> Scope:
        """Visit some code in a scope of its own, and return that."""
        outer, self.scope = self.scope, Scope(kind, self.scope, owner)
        for part in parts:
            self.visit(part)
        inner, self.scope = self.scope, outer
        return inner

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, Comprehension):
            self.comprehension(node)
        else:
            super().visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.uses.append((node, node.id, self.scope))
            if node.id == "super" and (owner := self.scope.enclosing_class()) is not None:
                self.module.class_of_self[node] = owner
        else:
            self.bind(node.id, node, node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            self.module.attribute_uses.append((node.value, node.attr))
        self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            for part, value in parallel_assignments(target, node.value):
                self.target(part, ast.Assign([part], value))
            if not parallel_assignments(target, node.value):
                self.target(target, node)

    def target(self, target: ast.expr, site: ast.AST) -> None:
        """Bind what stands alone as a target by its statement, and other names by themselves."""
        if isinstance(target, ast.Name):
            self.bind(target.id, target, site)
        else:
            self.visit(target)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.target(node.target, node)
        for part in (*node.body, *node.orelse):
            self.visit(part)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.target(node.target, node)
        for condition in node.ifs:
            self.visit(condition)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.annotation)
        if node.value is not None:
            self.visit(node.value)
        self.target(node.target, node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.bind(node.name, node, node)
        if self.scope.owner is not None and node.args.args and not is_static(node):
            self.module.class_of_self[node.args.args[0]] = self.scope.owner
        outer_parts = [*node.decorator_list, *([node.returns] if node.returns else [])]
        self.function(node, outer_parts, node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.function(node, [], [node.body])

    def function(self, node: Function, outer_parts: list[Any], body: list[Any]) -> None:
        args = parameters(node.args)
        annotations = [arg.annotation for arg in args if arg.annotation]
        for part in (*outer_parts, *annotations, *default_of_parameter(node.args).values()):
            self.visit(part)
        scope = self.visit_in_scope("function", *args, *body)
        if not isinstance(node, ast.Lambda):
            self.module.bodies.append((scope, node.body))

    def visit_arg(self, node: ast.arg) -> None:
        self.bind(node.arg, node, node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        owner = self.bind(node.name, node, node)
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        self.visit_in_scope("class", *node.body, owner=owner)

    def comprehension(self, node: Comprehension) -> None:
        first, *other_loops = node.generators
        self.visit(first.iter)
        elements = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        inner_loops = [part for loop in other_loops for part in (loop.iter, loop)]
        self.visit_in_scope("comprehension", first, *inner_loops, *elements)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        inner = self.scope
        while self.scope.kind == "comprehension" and self.scope.outer is not None:
            self.scope = self.scope.outer
        self.bind(node.target.id, node.target, node)
        self.scope = inner

    def visit_Global(self, node: ast.Global) -> None:
        for name in node.names:
            self.scope.declared[name] = self.module.scope
            self.module.scope.names.setdefault(name, Variable(name, self.module.scope))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        for name in node.names:
            variable = self.scope.outer and self.scope.outer.find(name)
            if variable is not None:
                self.scope.declared[name] = variable.scope

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            whole = alias.name if alias.asname else alias.name.partition(".")[0]
            self.bind(alias.asname or whole, alias, node).imported = (whole, "")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        origin = node.module or ""
        if node.level:
            parts = self.package.split(".")
            base = parts[: len(parts) - node.level + 1]
            origin = ".".join([*base, origin] if origin else base)
        for alias in node.names:
            self.bind(alias.asname or alias.name, alias, node).imported = (origin, alias.name)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.bind_name(node, node.name)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.bind_name(node, node.name)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        self.bind_name(node, node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.bind_name(node, node.rest)

    def bind_name(self, node: ast.AST, name: str | None) -> None:
        if name:
            self.bind(name, node, node)
        self.generic_visit(node)


def parameters(args: ast.arguments) -> list[ast.arg]:
    """Return all parameters of a function, in order."""
    extra = [args.vararg, *args.kwonlyargs, args.kwarg]
    return [*args.posonlyargs, *args.args, *(arg for arg in extra if arg is not None)]


def parallel_assignments(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return what is assigned to what in ``a, b = c, d``."""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return []
    if any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts)):
        return []
    return list(zip(target.elts, value.elts, strict=True))


def default_of_parameter(args: ast.arguments) -> dict[ast.arg, ast.expr]:
    """Return the default of each parameter that has one."""
    positional = [*args.posonlyargs, *args.args]
    defaults = dict(
        zip(positional[len(positional) - len(args.defaults) :], args.defaults, strict=True)
    )
    keyword_only = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    return defaults | {arg: default for arg, default in keyword_only if default is not None}


def last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def is_static(node: Function) -> bool:
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return "staticmethod" in map(last_name, decorators)
