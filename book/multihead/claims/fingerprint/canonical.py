"""A program as nested tuples that do not depend on what things are called or on words.

Names of ours become numbers, in the order in which they are met; those of Python and of other
packages stay as they are. What cannot be told without running the code is kept: a string counts
unless it is seen to be shown only, and a member of an object of unknown class stands for all members
of its name that the program reaches.
"""

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from .classes import Classes, Signature, class_of, definition, holds_fields, is_fixed
from .library import External, Meaning, Program, Room, Shown, Variable
from .names import Comprehension, Function, parameters

PRINTS = {"print", "display", "IPython.display.display", "warnings.warn"}
# What these return are words, or what they were given.
WORDS = {"str", "repr", "len", "zip", "enumerate", "dict", "list", "tuple", "sorted"}
OF_WORDS = {"format", "join", "items", "keys", "values"}
PRINTED = {"__repr__", "__str__", "extra_repr", "_repr_html_", "_repr_mimebundle_"}
# Objects of other packages have these too: on an object of unknown class they are theirs.
USUAL = {name for kind in (str, list, dict, set, tuple, float) for name in dir(kind)}
USUAL |= {"backward", "data", "grad", "mean", "shape", "size", "state_dict", "step", "sum"}
BY_NAME = {"getattr", "hasattr", "setattr", "delattr"}
LEFT_OUT = (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal)
NOT_COMPUTED = {"ctx", "kind", "name", "rest", "type_comment", "type_params"}

Tree = tuple[Any, ...]


class Canonical:
    """Writes a program.

    Parameters
    ----------
    program
        All of its names.
    roots
        The statements that run.
    """

    def __init__(self, program: Program, roots: Iterable[ast.stmt]):
        self.program, self.roots = program, list(roots)
        self.classes = Classes(program)
        self.live: set[Variable] = set()  # what something computed reads
        self.numbers: dict[Variable, int] = {}
        self.locals: dict[Variable, int] = {}  # numbers within a top-level statement
        self.queue: list[ast.stmt] = []
        self.met: set[ast.stmt] = set()
        self.leaves_out = False
        self.reached: list[Variable] = []  # classes, once they are known
        self.starred: list[tuple[Tree, Signature]] = []  # functions that are called with **
        self.handed: dict[str, list[Tree]] = {}  # the parameters that a key of a dict may fill

    def written(self) -> list[Tree]:
        """Write the roots and all definitions that they reach."""
        self.settle()
        self.once()
        self.reached = [variable for variable in self.numbers if class_of(variable)]
        for owner, signature in self.starred:
            for place, name in enumerate(signature.names):
                self.handed.setdefault(name, []).append((*owner, place))
        return self.once()

    def settle(self) -> None:
        """Find the live variables: what is left out is looked at again when there are more."""
        known, waiting = -1, self.roots
        self.met = set(waiting)
        while known < len(self.live):
            known, self.queue, undecided = len(self.live), list(waiting), []
            for statement in self.queue:  # it grows meanwhile
                self.leaves_out = False
                self.statement(statement)
                undecided += [statement] if self.leaves_out else []
            waiting = undecided

    def once(self) -> list[Tree]:
        self.queue, self.met, self.starred = list(self.roots), set(self.roots), []
        trees = []
        self.numbers = self.numbers if self.reached else {}
        for statement in self.queue:  # it grows meanwhile
            self.locals = {}
            trees += self.statement(statement)
        return trees

    # Names

    def token(self, variable: Variable) -> Tree:
        if variable.scope.kind == "class":
            return self.member(variable.scope.owner, variable.name)
        if variable.scope.kind != "module":
            return "local", self.locals.setdefault(variable, len(self.locals))
        return "ours", self.numbers.setdefault(variable, len(self.numbers))

    def reach(self, variable: Variable) -> Tree:
        token = self.token(variable)
        if variable.scope.kind == "module":
            self.queue += [one for one in variable.statements if one not in self.met]
            self.met.update(variable.statements)
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
        found = self.classes.member(owner, name) if owner is not None else None
        return ("member", self.token(found[0]), found[1]) if found else ("name", name)

    def attribute(self, node: ast.expr, name: str) -> Tree:
        """Write a name that is looked up on the value of an expression."""
        kind = self.classes.kind(node)
        if isinstance(kind, Variable):
            self.reach(kind)
            return self.member(kind, name)
        found = set() if kind or is_usual(name) else {self.member(c, name) for c in self.reached}
        found.discard(("name", name))
        return tuple(sorted(found)) or ("name", name)

    def key(self, node: ast.expr | None) -> Tree:
        """Write the key of a dict, which may be the name of a parameter."""
        name = node.value if isinstance(node, ast.Constant) else None
        if isinstance(name, str) and name in self.handed:
            return "handed", tuple(sorted(set(self.handed[name])))
        return self.expression(node) if node is not None else ("**",)

    def only_shown(self, variable: Variable | None) -> bool:
        """Say whether nothing computed reads a variable."""
        if variable is None or variable in self.live or variable.scope.kind == "class":
            return False
        self.leaves_out = True
        return True

    def is_dead(self, target: ast.expr) -> bool:
        """Say whether nothing computed reads what is assigned here."""
        match target:
            case ast.Name():
                return self.only_shown(self.program.meant[target])
            case ast.Tuple() | ast.List():
                return all(map(self.is_dead, target.elts))
            case ast.Starred():
                return self.is_dead(target.value)
            case ast.Subscript(value=ast.Name()):
                variable = self.program.meant.get(target.value)
                return variable is not None and is_display(variable) and self.only_shown(variable)
        return False

    # Statements

    def body(self, statements: Iterable[ast.stmt]) -> Tree:
        return tuple(tree for part in statements for tree in self.statement(part))

    def statement(self, node: ast.stmt) -> list[Tree]:
        """Write a statement; nothing if it computes nothing."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return [] if node.name in PRINTED else [self.function(node)]
            case ast.ClassDef():
                return [self.a_class(node)]
            case ast.Expr():
                return self.shown(node.value)
            case ast.Assign():
                return self.assignment(node.targets, node.value)
            case ast.AnnAssign():
                return self.assignment([node.target], node.value) if node.value else []
            case ast.AugAssign() if self.is_dead(node.target):
                return self.shown(node.value)
            case ast.For() | ast.AsyncFor():
                loop = self.loop(node.target, node.iter)
                body, otherwise = self.body(node.body), self.body(node.orelse)
                return [("for", *loop, body, otherwise)] if body + otherwise else self.shown(node.iter)
            case ast.If():
                body, otherwise = self.body(node.body), self.body(node.orelse)
                if not body + otherwise:
                    return self.shown(node.test)
                return [("if", self.expression(node.test), body, otherwise)]
            case ast.Raise():
                error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                return [("raise", self.expression(error) if error else ())]
            case ast.Assert():
                return [("assert", self.expression(node.test))]
        return [] if isinstance(node, LEFT_OUT) else [self.plain(node)]

    def assignment(self, targets: list[ast.expr], value: ast.expr) -> list[Tree]:
        pairs = [(targets, value)]
        if len(targets) == 1 and (parts := in_parallel(targets[0], value)):
            pairs = [([target], part) for target, part in parts]
        kept = [pair for pair in pairs if not all(map(self.is_dead, pair[0]))]
        dead = [tree for pair in pairs if pair not in kept for tree in self.shown(pair[1])]
        if not kept:
            return dead
        values = [self.expression(value) for _, value in kept]
        return [*dead, ("=", *values, *([self.expression(t) for t in to] for to, _ in kept))]

    def a_class(self, node: ast.ClassDef) -> Tree:
        head = [self.expression(part) for part in (*node.decorator_list, *node.bases)]
        body: list[Tree] = []
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and holds_fields(node):
                default = self.expression(part.value) if part.value else ()
                body.append(("field", self.expression(part.target), default))
            else:
                body += self.statement(part)
        return "class", self.token(self.program.meant[node]), tuple(head), tuple(body)

    def function(self, node: Function) -> Tree:
        head: list[Tree] = []
        if not isinstance(node, ast.Lambda):
            head = [self.token(self.program.meant[node]), *map(self.expression, node.decorator_list)]
        args = node.args
        defaults = dict(zip(args.kwonlyargs, args.kw_defaults, strict=True))
        defaults |= zip([*args.posonlyargs, *args.args][::-1], args.defaults[::-1])
        for arg in parameters(args):
            star = arg is args.vararg or arg is args.kwarg, arg in args.kwonlyargs
            default = defaults.get(arg)
            value = self.expression(default) if default is not None else ()
            head.append((*self.token(self.program.meant[arg]), star, value))
        if isinstance(node, ast.Lambda):
            return "lambda", tuple(head), self.expression(node.body)
        return "def", tuple(head), self.body(node.body)

    def loop(self, target: ast.expr, values: ast.expr) -> Tree:
        """Write what a loop goes over, without columns of a table that nothing computed reads."""
        rows = table(values)
        if rows and isinstance(target, ast.Tuple) and {len(target.elts)} == set(map(len, rows)):
            kept = [i for i, name in enumerate(target.elts) if not self.is_dead(name)]
            names = [self.expression(target.elts[i]) for i in kept]
            return tuple(names), tuple(tuple(self.expression(row[i]) for i in kept) for row in rows)
        return self.expression(values), self.expression(target)

    # Expressions

    def expression(self, node: ast.expr) -> Tree:
        match node:
            case ast.Name() if not isinstance(node.ctx, ast.Load):
                return self.token(self.program.meant[node])
            case ast.Name():
                return self.reference(self.program.of(node))
            case ast.Attribute():
                meaning = self.program.of(node)
                if meaning != External(""):
                    return self.reference(meaning)
                return ".", self.expression(node.value), self.attribute(node.value, node.attr)
            case ast.Constant():
                return "constant", repr(node.value)
            case ast.Call():
                return self.call(node)
            case ast.Lambda():
                return self.function(node)
            case ast.Dict():
                values = map(self.expression, node.values)
                return "dict", tuple(zip(map(self.key, node.keys), values, strict=True))
            case ast.Subscript():
                return "[]", self.expression(node.value), self.key(node.slice)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.comprehension(node, tuple(map(self.expression, made_by(node))))
        return self.plain(node)

    def comprehension(self, node: Comprehension, made: Tree) -> Tree:
        loops = [
            (*self.loop(one.target, one.iter), *map(self.expression, one.ifs))
            for one in node.generators
        ]
        return type(node).__name__, tuple(loops), made

    def plain(self, node: Any) -> Any:
        """Write a node part by part, equal in every version of Python."""
        if isinstance(node, list):
            return tuple(map(self.part, node))
        parts = [(name, self.part(value)) for name, value in ast.iter_fields(node)]
        kept = [part for part in parts if part[0] not in NOT_COMPUTED and part[1] not in (None, ())]
        if (variable := self.program.meant.get(node)) is not None:
            kept.append(("name", self.token(variable)))
        return type(node).__name__, *kept

    def part(self, node: Any) -> Any:
        if isinstance(node, list) and node and isinstance(node[0], ast.stmt):
            return self.body(node)
        if isinstance(node, ast.expr):
            return self.expression(node)
        return self.plain(node) if isinstance(node, ast.AST | list) else node

    # Calls

    def call(self, node: ast.Call) -> Tree:
        meaning = self.program.of(node.func)
        if isinstance(meaning, Shown) and meaning.name == "claim":
            seeds = [self.expression(k.value) for k in node.keywords if k.arg == "seeds"]
            return "claim", self.expression(node.args[-1]), *seeds
        if isinstance(meaning, Shown) or prints(meaning):
            return "Shown", *self.shown_call(node)
        if meaning == External("typing.cast"):
            return self.expression(node.args[1])
        function, args = self.called(node), list(node.args)
        head = [self.expression(node.func)]
        if function is not node.func:
            head.append(self.expression(args.pop(0)))
        if isinstance(meaning, External) and meaning.name in BY_NAME:
            if len(args) > 1 and isinstance(args[1], ast.Constant):
                name = args.pop(1)
                head.append(self.attribute(args[0], name.value))
        usual = isinstance(function, ast.Attribute) and is_usual(function.attr)
        accepted = self.classes.signatures(function, [] if usual else self.reached)
        fixed = next((i for i, a in enumerate(args) if isinstance(a, ast.Starred)), len(args))
        written = [
            self.argument(arg, [s.variables[i] for s in accepted if i < s.positional])
            if i < fixed and all(i < s.positional for s in accepted)
            else self.expression(arg)
            for i, arg in enumerate(args)
        ]
        return "call", tuple(head), tuple(written), self.keywords(node, function, accepted)

    def argument(self, node: ast.expr, takers: Sequence[Variable | None]) -> Tree:
        """Write what is handed to a parameter, without words if it only shows them."""
        if takers and all(map(self.only_shown, takers)):
            return "Shown", *self.shown(node)
        return self.expression(node)

    def keywords(self, node: ast.Call, function: ast.expr, accepted: list[Signature]) -> Tree:
        if any(keyword.arg is None for keyword in node.keywords):
            self.star(self.expression(function), accepted)
        written = []
        for keyword in node.keywords:
            having = [s for s in accepted if keyword.arg in s.names]
            takers = [s.variables[s.names.index(keyword.arg)] for s in having]
            rests = [] if having or keyword.arg is None else [s.rest(self.program) for s in accepted]
            if rests and all(map(self.only_shown, rests)):  # the bounds of a claim
                written += [(("shown",), tree) for tree in self.shown(keyword.value)]
                continue
            place = self.place(keyword.arg, function, accepted)
            written.append((place, self.argument(keyword.value, takers)))
        return tuple(sorted(written, key=lambda pair: repr(pair[0])))

    def star(self, function: Tree, accepted: list[Signature]) -> None:
        """Remember whose parameters the keys of a dict may name."""
        for signature in accepted:
            if (function, signature) not in self.starred:
                self.starred.append((function, signature))
                for called, further in self.passed_on(signature):
                    self.star(self.expression(called), further)

    def passed_on(self, signature: Signature) -> list[tuple[ast.expr, list[Signature]]]:
        """Find the calls to which a function hands all further keywords."""
        rest = signature.rest(self.program)
        calls = ast.walk(signature.function) if rest is not None else ()
        found = [
            self.called(call)
            for call in calls
            if isinstance(call, ast.Call)
            for keyword in call.keywords
            if keyword.arg is None and self.program.meant.get(keyword.value) is rest
        ]
        return [(function, self.classes.signatures(function, self.reached)) for function in found]

    def called(self, node: ast.Call) -> ast.expr:
        """Return the function that a call hands its arguments to, at once or by `partial`."""
        is_partial = self.program.of(node.func) == External("functools.partial")
        return node.args[0] if is_partial else node.func

    def place(self, name: str | None, function: ast.expr, accepted: list[Signature]) -> Tree:
        """Say which parameter a keyword names."""
        if name is None:
            return ("**",)
        places = {s.names.index(name) for s in accepted if name in s.names}
        if places:
            return "at", tuple(sorted(places))
        if any(self.only_shows_keys(s) for s in accepted):
            return ("named",)
        for signature in accepted:
            for called, further in self.passed_on(signature):
                found = self.place(name, called, further)
                if found != ("name", name):
                    return "on", found
        if accepted and name in self.handed:
            return "handed", tuple(sorted(set(self.handed[name])))
        return self.of_models(function, name) if not accepted else ("name", name)

    def of_models(self, function: ast.expr, name: str) -> Tree:
        """Say which parameter of `forward` a keyword names if what is called may be a model."""
        may_be = isinstance(function, ast.Name) and isinstance(self.program.of(function), Variable)
        forwards = [self.classes.forward(owner) for owner in self.reached] if may_be else []
        places = {s.names.index(name) for s in forwards if s is not None and name in s.names}
        return ("at", tuple(sorted(places))) if places else ("name", name)

    def only_shows_keys(self, signature: Signature) -> bool:
        """Say whether a function reads no key of its further keywords, but to show it."""
        rest = signature.rest(self.program)
        if rest is None:
            return False
        parts = list(ast.walk(signature.function))
        uses = [p for p in parts if isinstance(p, ast.Name) and self.program.meant.get(p) is rest]
        loops = [p for p in parts if isinstance(p, ast.For | ast.comprehension)]
        fine = [
            loop
            for loop in loops
            if (owner := owner_of(loop.iter, "items")) is not None
            and self.program.meant.get(owner) is rest
            and isinstance(loop.target, ast.Tuple)
            and self.is_dead(loop.target.elts[0])
        ]
        return 0 < len(uses) == len(fine)

    # What is shown

    def shown(self, node: ast.expr | None) -> list[Tree]:
        """Write only what is computed in an expression whose value is shown."""
        match node:
            case None | ast.Constant() | ast.Name() | ast.UnaryOp(operand=ast.Constant()):
                return []
            case ast.Attribute() | ast.Starred() | ast.FormattedValue():
                return self.shown(node.value)
            case ast.JoinedStr():
                return self.all_shown(node.values)
            case ast.List() | ast.Tuple() | ast.Set():
                return self.all_shown(node.elts)
            case ast.Dict():
                return self.all_shown([*node.keys, *node.values])
            case ast.BinOp() if is_text(node):
                return self.all_shown([node.left, node.right])
            case ast.Call():
                meaning = self.program.of(node.func)
                is_claim = isinstance(meaning, Shown) and meaning.name == "claim"
                if isinstance(meaning, Shown) and not is_claim or prints(meaning, WORDS):
                    return self.shown_call(node)
                if meaning == External("") and getattr(node.func, "attr", "") in OF_WORDS:
                    return self.shown(node.func.value) + self.shown_call(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                made = self.all_shown(made_by(node))
                over = self.all_shown([part for g in node.generators for part in (g.iter, *g.ifs)])
                return [self.comprehension(node, tuple(made))] if made else over
        return [self.expression(node)]

    def shown_call(self, node: ast.Call) -> list[Tree]:
        return self.all_shown([*node.args, *(keyword.value for keyword in node.keywords)])

    def all_shown(self, nodes: Iterable[ast.expr | None]) -> list[Tree]:
        return [tree for node in nodes for tree in self.shown(node)]


def prints(meaning: Meaning, among: Iterable[str] = ()) -> bool:
    return isinstance(meaning, External) and meaning.name in PRINTS.union(among)


def is_usual(name: str) -> bool:
    return name in USUAL or is_fixed(name)


def is_display(variable: Variable) -> bool:
    """Say whether a variable can only be a list or a dict of its own."""
    values = [site.value for site in variable.sites if isinstance(site, ast.Assign)]
    kinds = ast.Dict | ast.List | ast.Set
    return len(values) == len(variable.sites) and all(isinstance(v, kinds) for v in values)


def is_text(node: ast.expr) -> bool:
    """Say whether an expression is text put together."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and (is_text(node.left) or is_text(node.right))
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr)


def in_parallel(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return what is assigned to what in ``a, b = c, d``."""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return []
    if any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts)):
        return []
    return list(zip(target.elts, value.elts, strict=True))


def made_by(node: Comprehension) -> list[ast.expr]:
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]


def owner_of(node: ast.expr, method: str) -> ast.expr | None:
    """Return ``x`` of ``x.method()``."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=[]) if name == method:
            return owner
    return None


def table(node: ast.expr) -> list[list[ast.expr]]:
    """Return the rows of a table that is written out; none if it is not."""
    owner = owner_of(node, "items")
    if isinstance(owner, ast.Dict) and None not in owner.keys:
        return [list(pair) for pair in zip(owner.keys, owner.values, strict=True)]
    rows = node.elts if isinstance(node, ast.Tuple | ast.List) else []
    return [row.elts for row in rows] if all(isinstance(r, ast.Tuple) for r in rows) else []
