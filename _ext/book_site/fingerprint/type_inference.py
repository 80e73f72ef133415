"""Of which class an object is, as a reader finds it: by annotations, constructors and ``self``."""

import ast
from typing import Literal

from .class_members import Members, class_of, definition
from .name_resolution import External, Meaning, Program, Shown, Variable
from .scopes import last_name
from .syntax import is_none, is_usual, own_parts

# Objects of other packages: in an array are arrays again, in a box is anything.
Foreign = Literal["array", "box"]
ARRAYS = {"Tensor", "ndarray", "Generator", "Float", "Int", "Bool", "Num", "Real", "Shaped"}
ARRAYS |= {"int", "str", "float", "bool", "Path", "Array"}
BOXES = {"dict", "list", "tuple", "set", "Mapping", "Sequence", "Iterable", "Iterator", "Callable"}
COMPUTES = ("torch.", "numpy.", "math.", "scipy.")


class Kinds(Members):
    """What is known of the objects of a program."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.known: dict[ast.expr, Variable | Foreign | None] = {}

    def candidates(self, node: ast.expr, name: str, among: list[Variable]) -> list[Variable]:
        """Return the classes that the value of an expression may have, by all it is asked for."""
        variable = self.program.meant.get(node)
        asked = self.program.asked.get(variable, set()) if variable is not None else set()
        telling = {n for n in asked if not is_usual(n) and any(self.part(c, n) for c in among)}
        if is_usual(name) and not telling:
            return []
        having = [owner for owner in among if self.part(owner, name) is not None]
        fitting = [owner for owner in having if all(self.part(owner, n) for n in telling)]
        return fitting or ([] if is_usual(name) else having)

    def kind(self, node: ast.expr) -> Variable | Foreign | None:
        """Say of which class an expression's value is; None if that is not clear."""
        if node not in self.known:
            self.known[node] = None  # until it is known: it may depend on itself
            self.known[node] = self.found_kind(node)
        return self.known[node]

    def found_kind(self, node: ast.expr) -> Variable | Foreign | None:
        meaning = self.program.of(node)
        if isinstance(meaning, Variable):
            return self.kind_of_variable(meaning)
        if isinstance(meaning, Shown):
            return "array"
        if meaning != External(""):
            return of_package(meaning)
        match node:
            case ast.Attribute():
                owner = self.kind(node.value)
                if isinstance(owner, Variable):
                    return self.kind_of_member(owner, node.attr)
                return "array" if owner == "array" else None
            case ast.Call():
                return self.kind_of_call(node)
            case ast.BinOp():
                return "array" if "array" in (self.kind(node.left), self.kind(node.right)) else None
            case ast.UnaryOp():
                return self.kind(node.operand)
            case ast.Subscript():
                return "array" if self.kind(node.value) == "array" else self.item(node.value)
            case ast.Constant() | ast.JoinedStr() | ast.Compare():
                return "array"
            case ast.List() | ast.Tuple() | ast.Dict() | ast.Set():
                return "box"
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return "box"
        return None

    def kind_of_variable(self, variable: Variable) -> Variable | Foreign | None:
        return the_same([self.kind_of_site(variable, site) for site in variable.sites])

    def kind_of_site(self, variable: Variable, site: ast.AST) -> Variable | Foreign | None:
        if site in self.program.owners:
            return self.program.owners[site]
        if isinstance(site, ast.arg | ast.AnnAssign):
            return self.annotated(site.annotation)
        if isinstance(site, ast.Assign) and variable.scope.kind != "class":
            return self.kind(site.value)
        if isinstance(site, ast.For | ast.comprehension):
            return self.item(site.iter)
        return None

    def item(self, node: ast.expr) -> Variable | Foreign | None:
        """Say of which class all items of a list are."""
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
                return the_same([self.kind(item) for item in items])
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.DictComp(value=item):
                return self.kind(item)
            case ast.Call(args=[ast.Subscript() as said, _]):
                is_cast = self.program.of(node.func) == External("typing.cast")
                return self.annotated(said.slice) if is_cast else None
            case ast.Name():
                return self.item_of_variable(self.program.meant.get(node))
        return None

    def item_of_variable(self, variable: Variable | None) -> Variable | Foreign | None:
        site = variable.sites[0] if variable is not None and len(variable.sites) == 1 else None
        match site:
            case ast.arg(annotation=ast.Subscript() as said):
                return self.annotated(said.slice) if last_name(said.value) in BOXES else None
            case ast.Assign(value=value) if not isinstance(value, ast.Name):
                return self.item(value)
        return None

    def kind_of_member(self, owner: Variable, name: str) -> Variable | Foreign | None:
        part = self.part(owner, name)
        if isinstance(part, ast.AnnAssign):
            return self.annotated(part.annotation)
        if isinstance(part, ast.FunctionDef) and part.decorator_list:  # a property
            return self.returned(part)
        return None

    def kind_of_call(self, node: ast.Call) -> Variable | Foreign | None:
        func = node.func
        meaning = self.program.of(func)
        if isinstance(meaning, Variable):
            if class_of(meaning):
                return meaning
            site = definition(meaning)
            if site in self.program.owners:
                return self.program.owners[site]
            return self.returned(site) if isinstance(site, ast.FunctionDef) else None
        if meaning == External("super"):
            owner = self.program.owners.get(func)
            line = self.line(owner)[1:] if owner is not None else []
            return line[0] if line else "array"
        if isinstance(func, ast.Attribute) and meaning == External("") and func.attr != "__new__":
            owner = self.kind(func.value)
            if isinstance(owner, Variable):
                part = self.part(owner, func.attr)
                return self.returned(part) if isinstance(part, ast.FunctionDef) else None
            return "array" if owner == "array" else None
        return of_package(meaning)

    def returned(self, node: ast.FunctionDef) -> Variable | Foreign | None:
        """Say what a function returns: what it says, or what all its returns give."""
        if (said := self.annotated(node.returns)) is not None:
            return said
        values = [part.value for part in own_parts(node) if isinstance(part, ast.Return)]
        return the_same([self.kind(value) if value is not None else None for value in values])

    def annotated(self, node: ast.expr | None) -> Variable | Foreign | None:
        """Read an annotation; ``None`` beside a class is left out."""
        match node:
            case ast.BinOp(op=ast.BitOr()):
                sides = [side for side in (node.left, node.right) if not is_none(side)]
                return self.annotated(sides[0]) if len(sides) == 1 else None
            case ast.Subscript():
                return self.annotated(node.value)
            case ast.Name() | ast.Attribute():
                meaning = self.program.of(node)
                if isinstance(meaning, Variable):
                    found = class_of(meaning)
                    is_protocol = found is None or "Protocol" in map(last_name, found.bases)
                    return None if is_protocol else meaning
                if isinstance(meaning, External):
                    last = last_name(node)
                    return "array" if last in ARRAYS else "box" if last in BOXES else None
        return None


def the_same(kinds: list[Variable | Foreign | None]) -> Variable | Foreign | None:
    return kinds[0] if len(set(kinds)) == 1 else None


def of_package(meaning: Meaning) -> Foreign | None:
    """Say what a call of another package gives; its modules may hold objects of ours."""
    if not isinstance(meaning, External):
        return None
    is_module = meaning.name.startswith("torch.nn.") and ".functional." not in meaning.name
    return "array" if meaning.name.startswith(COMPUTES) and not is_module else None
