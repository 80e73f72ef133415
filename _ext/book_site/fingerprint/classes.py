"""Classes of ours: their members, what a call hands to which parameter, and what an object is.

An object's class is found from annotations, constructors and ``self``, as a reader would find it.
Where that does not do, a member's name stands for all members of that name, see `canonical`.
"""

import ast
from typing import Literal, NamedTuple, cast

from .library import External, Meaning, Program, Shown, Variable
from .names import Function, is_static, last_name, parameters

# Objects of other packages: in an array are arrays again, in a box is anything.
Foreign = Literal["array", "box"]
ARRAYS = {"Tensor", "ndarray", "Generator", "Float", "Int", "Bool", "Num", "Real", "Shaped"}
ARRAYS |= {"int", "str", "float", "bool", "Path", "Array"}
BOXES = {"dict", "list", "tuple", "set", "Mapping", "Sequence", "Iterable", "Iterator", "Callable"}
COMPUTES = ("torch.", "numpy.", "math.", "scipy.")
# Python and PyTorch call these by their names.
FIXED = {"forward", "extra_repr"}

# Objects of other packages have these too: on an object of unknown class they are theirs.
USUAL = {name for kind in (str, list, dict, set, tuple, float) for name in dir(kind)}
USUAL |= {"backward", "data", "grad", "mean", "shape", "size", "state_dict", "step", "sum"}


class Signature(NamedTuple):
    """What a call of ours accepts; a field has no variable."""

    names: list[str]
    positional: int
    variables: list[Variable | None]
    function: Function | None = None


def definition(variable: Variable) -> ast.AST | None:
    """Return the last thing that defines a variable."""
    return variable.sites[-1] if variable.sites else None


def class_of(meaning: object) -> ast.ClassDef | None:
    site = definition(meaning) if isinstance(meaning, Variable) else None
    return site if isinstance(site, ast.ClassDef) else None


def body_of(owner: Variable) -> ast.ClassDef:
    """Return the definition of what is known to be a class."""
    return cast(ast.ClassDef, owner.sites[-1])


def is_fixed(name: str) -> bool:
    return name in FIXED or (name.startswith("__") and name.endswith("__"))


def is_usual(name: str) -> bool:
    return name in USUAL or is_fixed(name)


def holds_fields(node: ast.ClassDef) -> bool:
    """Say whether the annotations of a class are its fields."""
    marks = [*node.decorator_list, *node.bases]
    names = {last_name(mark.func if isinstance(mark, ast.Call) else mark) for mark in marks}
    return bool(names & {"dataclass", "NamedTuple", "TypedDict"})


def own_members(node: ast.ClassDef) -> dict[str, ast.AST]:
    """Return what a class defines, in order: in its body, then on ``self``."""
    found: dict[str, ast.AST] = {}
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            found.setdefault(part.name, part)
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            found.setdefault(part.target.id, part)
        elif isinstance(part, ast.Assign):
            names = [n for t in part.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
            found |= {n.id: part for n in names if n.id not in found}
    for method in methods:
        this = method.args.args[0].arg if method.args.args else ""
        for part in ast.walk(method):
            match part:
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name == this:
                    found.setdefault(part.attr, part)
    return {name: part for name, part in found.items() if not is_fixed(name)}


class Classes:
    """Answers questions about the classes of a program."""

    def __init__(self, program: Program):
        self.program = program
        self.owns: dict[ast.ClassDef, dict[str, ast.AST]] = {}
        self.lines: dict[Variable, list[Variable]] = {}
        self.kinds: dict[ast.expr, Variable | Foreign | None] = {}

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

    def signatures(self, node: ast.expr, among: list[Variable]) -> list[Signature]:
        """Say what a call of an expression accepts; more than one if it may be several methods."""
        meaning = self.program.of(node)
        if isinstance(meaning, Variable):
            return self.of_variable(meaning)
        if not isinstance(node, ast.Attribute) or meaning != External(""):
            return []
        kind = self.kind(node.value)
        if node.attr == "__init__":
            return [self.of_class(kind)] if isinstance(kind, Variable) else []
        owners = [kind] if isinstance(kind, Variable) else []
        if kind is None:
            owners = self.candidates(node.value, node.attr, among)
        parts = [self.part(owner, node.attr) for owner in owners]
        return [
            of_function(self.program, part, not is_static(part), variables=False)
            for part in dict.fromkeys(parts)
            if isinstance(part, ast.FunctionDef)
        ]

    def of_variable(self, variable: Variable) -> list[Signature]:
        site = definition(variable)
        if isinstance(site, ast.ClassDef):
            return [self.of_class(variable)]
        if isinstance(site, ast.arg) and site in self.program.owners:  # cls(...)
            return [self.of_class(self.program.owners[site])]
        if isinstance(site, ast.FunctionDef):
            sites = [one for one in variable.sites if isinstance(one, ast.FunctionDef)]
            return [of_function(self.program, one, False) for one in reversed(sites)]
        value = site.value if isinstance(site, ast.Assign) and len(variable.sites) == 1 else None
        if isinstance(value, ast.Lambda):
            return [of_function(self.program, value, False)]
        if isinstance(value, ast.Call) and self.program.of(value.func) == External(
            "functools.partial"
        ):
            return [one._replace(positional=0) for one in self.signatures(value.args[0], [])]
        return []

    def of_class(self, owner: Variable) -> Signature:
        """Say what a constructor accepts."""
        line = [body_of(one) for one in self.line(owner)]
        for node in line:
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == "__init__":
                    return of_function(self.program, part, True)
        fields = [
            part.target.id
            for node in reversed(line)
            if holds_fields(node)
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        ]
        names = list(dict.fromkeys(fields))
        return Signature(names, len(names), [None] * len(names))

    def forward(self, owner: Variable) -> Signature | None:
        """Say what an object of a class accepts when it is called."""
        for one in self.line(owner):
            for part in body_of(one).body:
                if isinstance(part, ast.FunctionDef) and part.name in ("forward", "__call__"):
                    return of_function(self.program, part, True, variables=False)
        return None

    def kind(self, node: ast.expr) -> Variable | Foreign | None:
        """Say of which class an expression's value is; None if that is not clear."""
        if node not in self.kinds:
            self.kinds[node] = None  # until it is known: it may depend on itself
            self.kinds[node] = self.found_kind(node)
        return self.kinds[node]

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
        if isinstance(func, ast.Attribute) and meaning == External(""):
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
        values = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
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


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def of_package(meaning: Meaning) -> Foreign | None:
    """Say what a call of another package gives; its modules may hold objects of ours."""
    if not isinstance(meaning, External):
        return None
    is_module = meaning.name.startswith("torch.nn.") and ".functional." not in meaning.name
    return "array" if meaning.name.startswith(COMPUTES) and not is_module else None


def of_function(
    program: Program, node: Function, bound: bool, *, variables: bool = True
) -> Signature:
    """Read a function's parameters, without the first if it is bound."""
    starred = node.args.vararg, node.args.kwarg
    args = [arg for arg in parameters(node.args) if arg not in starred][bound:]
    met = [program.meant[arg] if variables else None for arg in args]
    positional = len(node.args.posonlyargs) + len(node.args.args) - bound
    return Signature([arg.arg for arg in args], positional, met, node)
