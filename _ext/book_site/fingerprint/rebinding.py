"""A name that is bound anew in a straight line of statements is another variable from there on."""

import ast
from collections.abc import Iterable

from .scopes import Module, Scope, Variable


def split_rebound(module: Module, scope: Scope, body: list[ast.stmt]) -> None:
    """Give each variable of a scope its own identity from one clean binding to the next.

    A variable that a function within the scope sees stays one, since the function may run at any
    time. So does one that is bound in a branch or in a loop's body.
    """
    names = {v for v in scope.names.values() if v not in module.captured and is_variable(v)}
    current = {variable: variable for variable in names}
    for variable in names:
        variable.sites = [site for site in variable.sites if isinstance(site, ast.arg)]
    for statement in body:
        nodes_of: dict[Variable, list[ast.AST]] = {}
        for node in ast.walk(statement):
            if (variable := module.variable_of.get(node)) in names:
                nodes_of.setdefault(variable, []).append(node)
        bound_nodes, read_nodes = bound_names(statement), set(nodes_read_first(statement))
        for variable, nodes in nodes_of.items():
            earlier = current[variable]
            if bound_nodes.intersection(nodes):
                current[variable] = scope.names[variable.name] = Variable(variable.name, scope)
            for node in nodes:
                target = earlier if node in read_nodes else current[variable]
                module.variable_of[node] = target
                target.sites += [module.sites[node]] if node in module.sites else []


def is_variable(variable: Variable) -> bool:
    """Say whether a name is bound more than once, and neither a class nor imported."""
    is_class = any(isinstance(site, ast.ClassDef) for site in variable.sites)
    return len(variable.sites) > 1 and not is_class and not variable.imported


def bound_names(statement: ast.stmt) -> set[ast.AST]:
    """Return the names that a statement binds in any case, before anything within it reads them."""
    match statement:
        case ast.Assign(targets=targets):
            parts = targets
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.For(target=target):
            parts = [target]
        case ast.FunctionDef():
            return {statement}
        case _:
            return set()
    names = [node for part in parts for node in ast.walk(part)]
    return {node for node in names if isinstance(node, ast.Name) and is_stored(node)}


def nodes_read_first(statement: ast.stmt) -> Iterable[ast.AST]:
    """Return what a statement reads before it binds."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            read = [node for part in targets for node in ast.walk(part) if not is_stored(node)]
            return [*read, *ast.walk(value)]
        case ast.AnnAssign(value=ast.expr() as value) | ast.For(iter=value):
            return ast.walk(value)
        case ast.FunctionDef():
            return [node for node in ast.walk(statement) if node is not statement]
    return ()


def is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
