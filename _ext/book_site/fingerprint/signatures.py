"""What a call of ours hands to which parameter."""

import ast
from typing import NamedTuple

from .class_members import body_of, definition
from .name_resolution import External, Program, Variable
from .scopes import Function, is_static, parameters
from .syntax import holds_fields
from .type_inference import TypeInference


class Signature(NamedTuple):
    """What a call of ours accepts; a field has no variable."""

    names: list[str]
    positional: int
    variables: list[Variable | None]
    function: Function | None = None


class Signatures(TypeInference):
    """What the functions and classes of a program accept."""

    def signatures(self, node: ast.expr, among: list[Variable]) -> list[Signature]:
        """Say what a call of an expression accepts; more than one if it may be several methods."""
        meaning = self.program.meaning_of(node)
        if isinstance(meaning, Variable):
            return self.signatures_of_variable(meaning)
        if not isinstance(node, ast.Attribute) or meaning != External(""):
            return []
        owner_type = self.type_of(node.value)
        if node.attr == "__init__":
            return (
                [self.constructor_signature(owner_type)] if isinstance(owner_type, Variable) else []
            )
        owners = [owner_type] if isinstance(owner_type, Variable) else []
        if owner_type is None:
            owners = self.candidates(node.value, node.attr, among)
        methods = [self.member_node(owner, node.attr) for owner in owners]
        return [
            function_signature(self.program, method, not is_static(method), variables=False)
            for method in dict.fromkeys(methods)
            if isinstance(method, ast.FunctionDef)
        ]

    def signatures_of_variable(self, variable: Variable) -> list[Signature]:
        site = definition(variable)
        if isinstance(site, ast.ClassDef):
            return [self.constructor_signature(variable)]
        if isinstance(site, ast.arg) and site in self.program.class_of_self:  # cls(...)
            return [self.constructor_signature(self.program.class_of_self[site])]
        if isinstance(site, ast.FunctionDef):
            sites = [site for site in variable.sites if isinstance(site, ast.FunctionDef)]
            return [function_signature(self.program, site, False) for site in reversed(sites)]
        value = site.value if isinstance(site, ast.Assign) and len(variable.sites) == 1 else None
        if isinstance(value, ast.Lambda):
            return [function_signature(self.program, value, False)]
        if isinstance(value, ast.Call) and self.program.meaning_of(value.func) == External(
            "functools.partial"
        ):
            return [s._replace(positional=0) for s in self.signatures(value.args[0], [])]
        return []

    def constructor_signature(self, owner: Variable) -> Signature:
        """Say what a constructor accepts."""
        bodies = [body_of(cls) for cls in self.mro(owner)]
        for node in bodies:
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                    return function_signature(self.program, part, True)
        fields = [
            part.target.id
            for node in reversed(bodies)
            if holds_fields(node)
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        ]
        names = list(dict.fromkeys(fields))
        return Signature(names, len(names), [None] * len(names))

    def forward_signature(self, owner: Variable) -> Signature | None:
        """Say what an object of a class accepts when it is called."""
        for cls in self.mro(owner):
            for part in body_of(cls).body:
                if isinstance(part, ast.FunctionDef) and part.name in ("forward", "__call__"):
                    return function_signature(self.program, part, True, variables=False)
        return None


def function_signature(
    program: Program, node: Function, bound: bool, *, variables: bool = True
) -> Signature:
    """Read a function's parameters, without the first if it is bound."""
    starred = node.args.vararg, node.args.kwarg
    args = [arg for arg in parameters(node.args) if arg not in starred][bound:]
    parameter_variables = [program.variable_of[arg] if variables else None for arg in args]
    positional = len(node.args.posonlyargs) + len(node.args.args) - bound
    return Signature([arg.arg for arg in args], positional, parameter_variables, node)
