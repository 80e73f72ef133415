"""Names of ours as numbers, in the order in which they are met."""

import ast
from typing import Any

from .name_resolution import External, Meaning, Program, Variable
from .signatures import Signatures
from .syntax import is_common, is_display

Tree = tuple[Any, ...]


class Numbering:
    """What is known of a program's names while it is written.

    Attributes
    ----------
    live
        Variables that something computed reads; the others are only shown.
    numbers, locals
        The numbers of top-level names, and of names within one top-level statement.
    queue, enqueued
        Top-level statements that were reached: to write in this order, and all of them.
    has_omissions
        Whether something was left out of a statement because it is only shown.
    reached_classes
        The classes, once they are known; a member of an object of unknown class is looked for here.
    other_members
        Members of classes that are not reached, looked up on an object of unknown class.
    keyword_targets
        The parameters that a key of a dict may name, since it may be handed on with ``**``.
    """

    def __init__(self, program: Program):
        self.program = program
        self.classes = Signatures(program)
        self.live: set[Variable] = set()
        self.numbers: dict[Variable, int] = {}
        self.locals: dict[Variable, int] = {}
        self.queue: list[ast.stmt] = []
        self.enqueued: set[ast.stmt] = set()
        self.has_omissions = False
        self.reached_classes: list[Variable] = []
        self.other_members: dict[str, int] = {}
        self.keyword_targets: dict[str, list[Tree]] = {}

    def token(self, variable: Variable) -> Tree:
        if variable.scope.kind == "class":
            return self.member(variable.scope.owner, variable.name)
        if variable.scope.kind != "module":
            return "local", self.locals.setdefault(variable, len(self.locals))
        return "ours", self.numbers.setdefault(variable, len(self.numbers))

    def reach(self, variable: Variable) -> Tree:
        token = self.token(variable)
        if variable.scope.kind == "module":
            self.queue += [
                statement for statement in variable.statements if statement not in self.enqueued
            ]
            self.enqueued.update(variable.statements)
        return token

    def reference(self, meaning: Meaning) -> Tree:
        if isinstance(meaning, Variable):
            self.live.add(meaning)
            return self.reach(meaning)
        if isinstance(meaning, External):
            return "name", meaning.name
        return (type(meaning).__name__,)

    def member(self, owner: Variable | None, name: str) -> Tree:
        """Write a member of a class of ours as its place in the class that has it first."""
        definition = self.classes.first_definition(owner, name) if owner is not None else None
        return (
            ("member", self.token(definition[0]), definition[1]) if definition else ("name", name)
        )

    def attribute(self, node: ast.expr, name: str) -> Tree:
        """Write a name that is looked up on the value of an expression."""
        owner_type = self.classes.type_of(node)
        if isinstance(owner_type, Variable):
            self.reach(owner_type)
        owners = [owner_type] if isinstance(owner_type, Variable) else []
        if owner_type is None:
            owners = self.classes.candidates(node, name, self.reached_classes)
        if owners or owner_type or is_common(name) or name not in self.program.members:
            return tuple(sorted({self.member(owner, name) for owner in owners})) or ("name", name)
        return "other", self.other_members.setdefault(name, len(self.other_members))

    def text_token(self, text: object) -> Tree:
        """Write a text as what it may name, parameters or parts of models; nothing if none."""
        if not isinstance(text, str):
            return ()
        if text in self.keyword_targets:
            return "handed", tuple(sorted(set(self.keyword_targets[text])))
        owners = [
            owner for owner in self.reached_classes if self.classes.is_part_of_model(owner, text)
        ]
        return tuple(sorted({self.member(owner, text) for owner in owners}))

    def only_shown(self, variable: Variable | None) -> bool:
        """Say whether nothing computed reads a variable."""
        if variable is None or variable in self.live or variable.scope.kind == "class":
            return False
        self.has_omissions = True
        return True

    def is_dead(self, target: ast.expr) -> bool:
        """Say whether nothing computed reads what is assigned here."""
        match target:
            case ast.Name():
                return self.only_shown(self.program.variable_of[target])
            case ast.Tuple() | ast.List():
                return all(map(self.is_dead, target.elts))
            case ast.Starred():
                return self.is_dead(target.value)
            case ast.Subscript(value=ast.Name()):
                variable = self.program.variable_of.get(target.value)
                return variable is not None and is_display(variable) and self.only_shown(variable)
        return False
