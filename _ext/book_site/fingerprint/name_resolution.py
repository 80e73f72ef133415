"""Where a name leads: to a variable of ours, a module, another package, or what only shows."""

import ast
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from .rebinding import split_rebound
from .scopes import Module, Variable, read_module
from .syntax import own_members

# What shows results, or compares and keeps them, computes no number of a claim.
SHOWS = ("show/", "widgets/", "exercises/")
KEEPS = (
    "claims/statement",
    "claims/evidence",
    "claims/replications",
    "claims/sweeps",
    "results",
)


class Room(NamedTuple):
    """A module of the library, or a folder of modules."""

    name: str


class External(NamedTuple):
    """A name of another package, as ``torch.nn.functional.pad``."""

    name: str


class Shown(NamedTuple):
    """What only shows or keeps results."""

    name: str


Meaning = Variable | Room | External | Shown


class Program:
    """Pieces of code that belong together, and the library that they may import.

    Parameters
    ----------
    sources
        The pieces. What one of them imports from another is found by its name.
    library
        The folder of the library.
    """

    def __init__(self, sources: tuple[str, ...], library: Path):
        self.library = library
        self.pieces = [read_split(source, "", "") for source in sources]
        self.modules: dict[str, Module | None] = {}
        self.variable_of: dict[ast.AST, Variable] = {}
        self.class_of_self: dict[ast.AST, Variable] = {}
        self.attributes_of: dict[Variable, set[str]] = {}  # what is looked up on a variable
        self.meanings: dict[ast.AST | tuple[str, str], Meaning] = {}  # what was asked before
        for piece in self.pieces:
            self.add(piece)

    def add(self, module: Module) -> Module:
        self.variable_of |= module.variable_of
        self.class_of_self |= module.class_of_self
        for owner, name in module.attribute_uses:
            if (variable := module.variable_of.get(owner)) is not None:
                self.attributes_of.setdefault(variable, set()).add(name)
        return module

    def path(self, name: str) -> Path:
        return self.library.parent / name.replace(".", "/")

    def is_room(self, name: str) -> bool:
        path = self.path(name)
        return path.is_dir() or path.with_suffix(".py").is_file()

    def is_shown(self, name: str) -> bool:
        inside = self.path(name).relative_to(self.library).as_posix() + "/"
        return inside.startswith((*SHOWS, *(f"{module}/" for module in KEEPS)))

    def module(self, name: str) -> Module | None:
        """Read a module of the library, or what a room of it says first."""
        if name not in self.modules:
            path = self.path(name)
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            package = name if path.is_dir() else name.rpartition(".")[0]
            source = file.read_text("utf-8") if file.is_file() else ""
            self.modules[name] = self.add(read_split(source, name, package)) if source else None
        return self.modules[name]

    def meaning_of(self, node: ast.AST) -> Meaning:
        """Say what an expression means if it is a name, or a name within a module."""
        if node not in self.meanings:
            self.meanings[node] = self.find_meaning(node)
        return self.meanings[node]

    def find_meaning(self, node: ast.AST) -> Meaning:
        if isinstance(node, ast.Attribute):
            owner = self.meaning_of(node.value)
            if isinstance(owner, Room):
                return self.imported_meaning(owner.name, node.attr)
            if isinstance(owner, External) and owner.name:
                return External(f"{owner.name}.{node.attr}")
            return owner if isinstance(owner, Shown) else External("")
        variable = self.variable_of.get(node)
        if variable is not None:
            return self.origin(variable)
        return External(node.id) if isinstance(node, ast.Name) else External("")

    def origin(self, variable: Variable) -> Meaning:
        """Follow a variable's imports."""
        if variable.imported is None:
            return variable
        module, name = variable.imported
        return self.imported_meaning(module, name) if name else self.module_meaning(module)

    def module_meaning(self, name: str) -> Meaning:
        if name.partition(".")[0] != self.library.name:
            return External(name)
        return Shown("") if name != self.library.name and self.is_shown(name) else Room(name)

    def imported_meaning(self, module: str, name: str) -> Meaning:
        """Find what ``from module import name`` gives."""
        key = module, name
        if key not in self.meanings:
            self.meanings[key] = self.find_imported(module, name)
        return self.meanings[key]

    def find_imported(self, module: str, name: str) -> Meaning:
        if module.partition(".")[0] != self.library.name:
            return self.find_in_pieces(module, name)
        full_name = f"{module}.{name}"
        if module != self.library.name and self.is_shown(module):
            return Shown(name)
        imported_module = self.module(module)
        variable = imported_module.scope.names.get(name) if imported_module is not None else None
        if variable is not None and variable.imported != (module, name):
            return self.origin(variable)
        return self.module_meaning(full_name) if self.is_room(full_name) else External(full_name)

    def find_in_pieces(self, module: str, name: str) -> Meaning:
        """Find a name in the other pieces, if its module is a file of this repository."""
        if not module or (self.library.parents[1] / module.partition(".")[0]).is_dir():
            for variable in self.names_of_pieces.get(name, ()):
                return variable
        return External(f"{module}.{name}")

    @cached_property
    def members(self) -> set[str]:
        """All that classes of the library define, whether the program reaches them or not."""
        paths = [path.relative_to(self.library.parent) for path in self.library.rglob("*.py")]
        names = [".".join(path.with_suffix("").parts) for path in sorted(paths)]
        modules = [self.module(name) for name in names if not self.is_shown(name)]
        nodes = [node for module in modules if module for node in ast.walk(module.tree)]
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        return {name for node in classes for name in own_members(node)}

    @cached_property
    def names_of_pieces(self) -> dict[str, list[Variable]]:
        """What the pieces define at their top level."""
        variables: dict[str, list[Variable]] = {}
        for piece in self.pieces:
            for name, variable in piece.scope.names.items():
                if variable.imported is None:
                    variables.setdefault(name, []).append(variable)
        return variables


@lru_cache(maxsize=256)
def read_split(source: str, name: str, package: str) -> Module:
    """Read a module, or a piece, which has no name and runs from its first line to its last."""
    module = read_module(source, name, package)
    for scope, body in (
        module.bodies if name else [*module.bodies, (module.scope, module.tree.body)]
    ):
        split_rebound(module, scope, body)
    return module
