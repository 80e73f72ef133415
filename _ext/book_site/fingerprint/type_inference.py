"""Of which class an object is, as a reader finds it: by annotations, constructors and ``self``."""

import ast
from typing import Literal

from .class_members import Members, class_of, definition
from .name_resolution import External, Meaning, Program, Shown, Variable
from .scopes import last_name
from .syntax import is_common, is_none, own_parts

# Objects of other packages: in an array are arrays again, in a box is anything.
Foreign = Literal["array", "box"]
ARRAYS = {"Tensor", "ndarray", "Generator", "Float", "Int", "Bool", "Num", "Real", "Shaped"}
ARRAYS |= {"int", "str", "float", "bool", "Path", "Array"}
BOXES = {"dict", "list", "tuple", "set", "Mapping", "Sequence", "Iterable", "Iterator", "Callable"}
COMPUTES = ("torch.", "numpy.", "math.", "scipy.")


class TypeInference(Members):
    """What is known of the objects of a program."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.types: dict[ast.expr, Variable | Foreign | None] = {}

    def candidates(self, node: ast.expr, name: str, among: list[Variable]) -> list[Variable]:
        """Return the classes that the value of an expression may have, by all it is asked for."""
        variable = self.program.variable_of.get(node)
        attributes = (
            self.program.attributes_of.get(variable, set()) if variable is not None else set()
        )
        telling_attributes = {
            n for n in attributes if not is_common(n) and any(self.member_node(c, n) for c in among)
        }
        if is_common(name) and not telling_attributes:
            return []
        owners_with_name = [owner for owner in among if self.member_node(owner, name) is not None]
        fitting_owners = [
            owner
            for owner in owners_with_name
            if all(self.member_node(owner, n) for n in telling_attributes)
        ]
        return fitting_owners or ([] if is_common(name) else owners_with_name)

    def type_of(self, node: ast.expr) -> Variable | Foreign | None:
        """Say of which class an expression's value is; None if that is not clear."""
        if node not in self.types:
            self.types[node] = None  # until it is known: it may depend on itself
            self.types[node] = self.infer_type(node)
        return self.types[node]

    def infer_type(self, node: ast.expr) -> Variable | Foreign | None:
        meaning = self.program.meaning_of(node)
        if isinstance(meaning, Variable):
            return self.type_of_variable(meaning)
        if isinstance(meaning, Shown):
            return "array"
        if meaning != External(""):
            return package_type(meaning)
        match node:
            case ast.Attribute():
                owner = self.type_of(node.value)
                if isinstance(owner, Variable):
                    return self.type_of_member(owner, node.attr)
                return "array" if owner == "array" else None
            case ast.Call():
                return self.type_of_call(node)
            case ast.BinOp():
                return (
                    "array"
                    if "array" in (self.type_of(node.left), self.type_of(node.right))
                    else None
                )
            case ast.UnaryOp():
                return self.type_of(node.operand)
            case ast.Subscript():
                return (
                    "array" if self.type_of(node.value) == "array" else self.item_type(node.value)
                )
            case ast.Constant() | ast.JoinedStr() | ast.Compare():
                return "array"
            case ast.List() | ast.Tuple() | ast.Dict() | ast.Set():
                return "box"
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return "box"
        return None

    def type_of_variable(self, variable: Variable) -> Variable | Foreign | None:
        return common_type([self.type_of_site(variable, site) for site in variable.sites])

    def type_of_site(self, variable: Variable, site: ast.AST) -> Variable | Foreign | None:
        if site in self.program.class_of_self:
            return self.program.class_of_self[site]
        if isinstance(site, ast.arg | ast.AnnAssign):
            return self.annotated_type(site.annotation)
        if isinstance(site, ast.Assign) and variable.scope.kind != "class":
            return self.type_of(site.value)
        if isinstance(site, ast.For | ast.comprehension):
            return self.item_type(site.iter)
        return None

    def item_type(self, node: ast.expr) -> Variable | Foreign | None:
        """Say of which class all items of a list are."""
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Dict(values=items):
                return common_type([self.type_of(item_type) for item_type in items])
            case (
                ast.ListComp(elt=item_type)
                | ast.GeneratorExp(elt=item_type)
                | ast.DictComp(value=item_type)
            ):
                return self.type_of(item_type)
            case ast.Call(args=[ast.Subscript() as annotation, _]):
                is_cast = self.program.meaning_of(node.func) == External("typing.cast")
                return self.annotated_type(annotation.slice) if is_cast else None
            case ast.Name():
                return self.item_type_of_variable(self.program.variable_of.get(node))
        return None

    def item_type_of_variable(self, variable: Variable | None) -> Variable | Foreign | None:
        site = variable.sites[0] if variable is not None and len(variable.sites) == 1 else None
        match site:
            case ast.arg(annotation=ast.Subscript() as annotation):
                return (
                    self.annotated_type(annotation.slice)
                    if last_name(annotation.value) in BOXES
                    else None
                )
            case ast.Assign(value=value) if not isinstance(value, ast.Name):
                return self.item_type(value)
        return None

    def type_of_member(self, owner: Variable, name: str) -> Variable | Foreign | None:
        part = self.member_node(owner, name)
        if isinstance(part, ast.AnnAssign):
            return self.annotated_type(part.annotation)
        if isinstance(part, ast.FunctionDef) and part.decorator_list:  # a property
            return self.return_type(part)
        return None

    def type_of_call(self, node: ast.Call) -> Variable | Foreign | None:
        func = node.func
        meaning = self.program.meaning_of(func)
        if isinstance(meaning, Variable):
            if class_of(meaning):
                return meaning
            site = definition(meaning)
            if site in self.program.class_of_self:
                return self.program.class_of_self[site]
            return self.return_type(site) if isinstance(site, ast.FunctionDef) else None
        if meaning == External("super"):
            owner = self.program.class_of_self.get(func)
            mro = self.mro(owner)[1:] if owner is not None else []
            return mro[0] if mro else "array"
        if isinstance(func, ast.Attribute) and meaning == External("") and func.attr != "__new__":
            owner = self.type_of(func.value)
            if isinstance(owner, Variable):
                part = self.member_node(owner, func.attr)
                return self.return_type(part) if isinstance(part, ast.FunctionDef) else None
            return "array" if owner == "array" else None
        return package_type(meaning)

    def return_type(self, node: ast.FunctionDef) -> Variable | Foreign | None:
        """Say what a function returns: what it says, or what all its returns give."""
        if (annotated := self.annotated_type(node.returns)) is not None:
            return annotated
        values = [part.value for part in own_parts(node) if isinstance(part, ast.Return)]
        return common_type([self.type_of(value) if value is not None else None for value in values])

    def annotated_type(self, node: ast.expr | None) -> Variable | Foreign | None:
        """Read an annotation; ``None`` beside a class is left out."""
        match node:
            case ast.BinOp(op=ast.BitOr()):
                sides = [side for side in (node.left, node.right) if not is_none(side)]
                return self.annotated_type(sides[0]) if len(sides) == 1 else None
            case ast.Subscript():
                return self.annotated_type(node.value)
            case ast.Name() | ast.Attribute():
                meaning = self.program.meaning_of(node)
                if isinstance(meaning, Variable):
                    definition = class_of(meaning)
                    is_protocol = definition is None or "Protocol" in map(
                        last_name, definition.bases
                    )
                    return None if is_protocol else meaning
                if isinstance(meaning, External):
                    last = last_name(node)
                    return "array" if last in ARRAYS else "box" if last in BOXES else None
        return None


def common_type(kinds: list[Variable | Foreign | None]) -> Variable | Foreign | None:
    return kinds[0] if len(set(kinds)) == 1 else None


def package_type(meaning: Meaning) -> Foreign | None:
    """Say what a call of another package gives; its modules may hold objects of ours."""
    if not isinstance(meaning, External):
        return None
    is_module = meaning.name.startswith("torch.nn.") and ".functional." not in meaning.name
    return "array" if meaning.name.startswith(COMPUTES) and not is_module else None
