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
        self.owns: dict[ast.ClassDef, dict[str, ast.AST]] = {}
        self.lines: dict[Variable, list[Variable]] = {}

    def members(self, node: ast.ClassDef) -> dict[str, ast.AST]:
        if node not in self.owns:
            self.owns[node] = own_members(node)
        return self.owns[node]

    def line(self, owner: Variable) -> list[Variable]:
        """Return a class and the classes of ours that it derives from, nearest first."""
        if owner not in self.lines:
            self.lines[owner] = self.find_line(owner)
        return self.lines[owner]

    def find_line(self, owner: Variable) -> list[Variable]:
        found = [owner]
        for base in body_of(owner).bases:
            meaning = self.program.of(base)
            if isinstance(meaning, Variable) and class_of(meaning) and meaning is not owner:
                found += [one for one in self.line(meaning) if one not in found]
        return found

    def member(self, owner: Variable, name: str) -> tuple[Variable, int] | None:
        """Return where a member was first defined, and its place in that class."""
        for one in reversed(self.line(owner)):
            members = self.members(body_of(one))
            if name in members:
                return one, list(members).index(name)
        return None

    def part(self, owner: Variable, name: str) -> ast.AST | None:
        """Return what defines a member for a class."""
        for one in self.line(owner):
            if name in (members := self.members(body_of(one))):
                return members[name]
        return None

    def is_part_of_model(self, owner: Variable, name: str) -> bool:
        """Say whether a model of PyTorch may know a parameter or a module by this name."""
        bases = [base for one in self.line(owner) for base in body_of(one).bases]
        is_model = "Module" in map(last_name, bases)
        return is_model and isinstance(self.part(owner, name), ast.Attribute)
