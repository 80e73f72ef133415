"""Which parameter a keyword names, also where a function hands its keywords on."""

import ast

from .name_resolution import External, Program, Variable
from .numbering import Numbering, Tree
from .signatures import Signature
from .syntax import method_owner


class Keywords(Numbering):
    def __init__(self, program: Program):
        super().__init__(program)
        self.starred_calls: list[tuple[Tree, Signature]] = []  # functions that are called with **

    def add_starred_call(self, function: ast.expr, accepted: list[Signature]) -> None:
        """Remember whose parameters the keys of a dict may name."""
        meaning = self.program.meaning_of(function)
        if isinstance(function, ast.Attribute) and not isinstance(meaning, Variable):
            owner_type = self.classes.type_of(function.value)
            owner = self.attribute(function.value, function.attr)
            if function.attr == "__init__" and isinstance(owner_type, Variable):
                owner = self.reach(owner_type)
        else:
            owner = self.reference(meaning)
        for signature in accepted:
            if (owner, signature) not in self.starred_calls:
                self.starred_calls.append((owner, signature))
                for callee, callee_signatures in self.forwarding_calls(signature):
                    self.add_starred_call(callee, callee_signatures)

    def forwarding_calls(self, signature: Signature) -> list[tuple[ast.expr, list[Signature]]]:
        """Find the calls to which a function hands all further keywords."""
        rest, parts = self.rest_parameter(signature)
        functions = [
            self.called_function(part)
            for part in parts
            if isinstance(part, ast.Call)
            for keyword in part.keywords
            if keyword.arg is None and self.program.variable_of.get(keyword.value) is rest
        ]
        return [
            (function, self.classes.signatures(function, self.reached_classes))
            for function in functions
        ]

    def rest_parameter(self, signature: Signature) -> tuple[Variable | None, list[ast.AST]]:
        """Return the parameter that takes all further keywords, and the code that may use it."""
        arg = signature.function.args.kwarg if signature.function is not None else None
        if signature.function is None or arg is None:
            return None, []
        return self.program.variable_of[arg], list(ast.walk(signature.function))

    def called_function(self, node: ast.Call) -> ast.expr:
        """Return the function that a call hands its arguments to, at once or by `partial`."""
        is_partial = self.program.meaning_of(node.func) == External("functools.partial")
        return node.args[0] if is_partial else node.func

    def parameter_place(
        self, name: str | None, function: ast.expr, accepted: list[Signature]
    ) -> Tree:
        """Say which parameter a keyword names."""
        if name is None:
            return ("**",)
        places = {s.names.index(name) for s in accepted if name in s.names}
        if places:
            return "at", tuple(sorted(places))
        if any(self.only_shows_keys(s) for s in accepted):
            return ("named",)
        for signature in accepted:
            for callee, callee_signatures in self.forwarding_calls(signature):
                place_in_callee = self.parameter_place(name, callee, callee_signatures)
                if place_in_callee != ("name", name):
                    return "on", place_in_callee
        if accepted:
            return self.text_token(name) or ("name", name)
        return self.place_in_forward(function, name)

    def place_in_forward(self, function: ast.expr, name: str) -> Tree:
        """Say which parameter of `forward` a keyword names if what is called may be a model."""
        may_be = isinstance(function, ast.Name) and isinstance(
            self.program.meaning_of(function), Variable
        )
        forwards = (
            [self.classes.forward_signature(owner) for owner in self.reached_classes]
            if may_be
            else []
        )
        places = {s.names.index(name) for s in forwards if s is not None and name in s.names}
        return ("at", tuple(sorted(places))) if places else ("name", name)

    def only_shows_keys(self, signature: Signature) -> bool:
        """Say whether a function reads no key of its further keywords, but to show it."""
        rest, parts = self.rest_parameter(signature)
        uses = [
            p for p in parts if isinstance(p, ast.Name) and self.program.variable_of.get(p) is rest
        ]
        loops = [p for p in parts if isinstance(p, ast.For | ast.comprehension)]
        showing_loops = [
            loop
            for loop in loops
            if (owner := method_owner(loop.iter, "items")) is not None
            and self.program.variable_of.get(owner) is rest
            and isinstance(loop.target, ast.Tuple)
            and self.is_dead(loop.target.elts[0])
        ]
        return rest is not None and 0 < len(uses) == len(showing_loops)
