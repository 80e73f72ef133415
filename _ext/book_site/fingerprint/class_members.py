"""Classes of ours: what they derive from, and their members."""

import ast
from typing import cast

from .name_resolution import Program, Variable
from .scopes import last_name
from .syntax import own_members


def definition(variable: Variable) -> ast.AST | None:
    """Return the last thing that defines a variable."""
    return variable.sites[-1] if variable.sites else None


def class_of(meaning: object) -> ast.ClassDef | None:
    site = definition(meaning) if isinstance(meaning, Variable) else None
    return site if isinstance(site, ast.ClassDef) else None


def body_of(owner: Variable) -> ast.ClassDef:
    """Return the definition of what is known to be a class."""
    return cast(ast.ClassDef, owner.sites[-1])


class Members:
    """The members of a program's classes."""

    def __init__(self, program: Program):
        self.program = program
        self.members_by_class: dict[ast.ClassDef, dict[str, ast.AST]] = {}
        self.mros: dict[Variable, list[Variable]] = {}

    def members(self, node: ast.ClassDef) -> dict[str, ast.AST]:
        if node not in self.members_by_class:
            self.members_by_class[node] = own_members(node)
        return self.members_by_class[node]

    def mro(self, owner: Variable) -> list[Variable]:
        """Return a class and the classes of ours that it derives from, nearest first."""
        if owner not in self.mros:
            self.mros[owner] = self.compute_mro(owner)
        return self.mros[owner]

    def compute_mro(self, owner: Variable) -> list[Variable]:
        mro = [owner]
        for base in body_of(owner).bases:
            meaning = self.program.meaning_of(base)
            if isinstance(meaning, Variable) and class_of(meaning) and meaning is not owner:
                mro += [cls for cls in self.mro(meaning) if cls not in mro]
        return mro

    def first_definition(self, owner: Variable, name: str) -> tuple[Variable, int] | None:
        """Return where a member was first defined, and its place in that class."""
        for cls in reversed(self.mro(owner)):
            members = self.members(body_of(cls))
            if name in members:
                return cls, list(members).index(name)
        return None

    def member_node(self, owner: Variable, name: str) -> ast.AST | None:
        """Return what defines a member for a class."""
        for cls in self.mro(owner):
            if name in (members := self.members(body_of(cls))):
                return members[name]
        return None

    def is_part_of_model(self, owner: Variable, name: str) -> bool:
        """Say whether a model of PyTorch may know a parameter or a module by this name."""
        bases = [base for cls in self.mro(owner) for base in body_of(cls).bases]
        is_model = "Module" in map(last_name, bases)
        return is_model and isinstance(self.member_node(owner, name), ast.Attribute)
