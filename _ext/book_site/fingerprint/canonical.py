"""A program as nested tuples that do not depend on what things are called or on words.

Names of ours become numbers, in the order in which they are met; those of Python and of other
packages stay as they are. What cannot be told without running the code is kept: a string counts
unless it is seen to be shown only, and a member of an object of unknown class stands for all
members of its name that the program reaches.
"""

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from .class_members import class_of
from .keywords import Keywords
from .name_resolution import External, Meaning, Program, Shown, Variable
from .numbering import Tree
from .scopes import Comprehension, Function, default_of_parameter, parallel_assignments, parameters
from .signatures import Signature
from .syntax import element_parts, holds_fields, is_text, table_rows

PRINTS = {"print", "display", "IPython.display.display", "warnings.warn"}
# What these return are words, or what they were given.
WORD_FUNCTIONS = {"str", "repr", "len", "zip", "enumerate", "dict", "list", "tuple", "sorted"}
WORD_METHODS = {"format", "join", "items", "keys", "values"}
PRINTING_METHODS = {"__repr__", "__str__", "extra_repr", "_repr_html_", "_repr_mimebundle_"}
ATTRIBUTE_FUNCTIONS = {"getattr", "hasattr", "setattr", "delattr"}
BOUNDS = {"above", "below"}  # of a claim, whose value counts, and its number of seeds
SKIPPED_STATEMENTS = ast.Import | ast.ImportFrom | ast.Pass | ast.Global | ast.Nonlocal
SKIPPED_FIELDS = {"ctx", "kind", "name", "rest", "type_comment", "type_params"}


class Canonical(Keywords):
    """Writes a program.

    Parameters
    ----------
    program
        All of its names.
    roots
        The statements that run.
    """

    def __init__(self, program: Program, roots: Iterable[ast.stmt]):
        super().__init__(program)
        self.roots = list(roots)

    def to_trees(self) -> list[Tree]:
        """Write the roots and all definitions that they reach."""
        self.find_live_variables()
        self.write_once()
        self.reached_classes = [variable for variable in self.numbers if class_of(variable)]
        for owner, signature in self.starred_calls:
            for place, name in enumerate(signature.names):
                self.keyword_targets.setdefault(name, []).append((*owner, place))
        return self.write_once()

    def find_live_variables(self) -> None:
        """Find the live variables: what is left out is looked at again when there are more."""
        n_live, statements = -1, self.roots
        self.enqueued = set(statements)
        while n_live < len(self.live):
            n_live, self.queue, undecided = len(self.live), list(statements), []
            for statement in self.queue:  # it grows meanwhile
                self.has_omissions = False
                self.statement(statement)
                undecided += [statement] if self.has_omissions else []
            statements = undecided

    def write_once(self) -> list[Tree]:
        self.queue, self.enqueued, self.starred_calls = list(self.roots), set(self.roots), []
        self.other_members, trees = {}, []
        self.numbers = self.numbers if self.reached_classes else {}
        for statement in self.queue:  # it grows meanwhile
            self.locals = {}
            trees += self.statement(statement)
        return trees

    # Statements

    def body(self, statements: Iterable[ast.stmt]) -> Tree:
        return tuple(tree for part in statements for tree in self.statement(part))

    def statement(self, node: ast.stmt) -> list[Tree]:
        """Write a statement; nothing if it computes nothing."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return [] if node.name in PRINTING_METHODS else [self.function_tree(node)]
            case ast.ClassDef():
                return [self.class_tree(node)]
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
                if not body + otherwise:
                    return self.shown(node.iter)
                return [("for", *loop, body, otherwise)]
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
        return [] if isinstance(node, SKIPPED_STATEMENTS) else [self.plain(node)]

    def assignment(self, targets: list[ast.expr], value: ast.expr) -> list[Tree]:
        pairs = [(targets, value)]
        if len(targets) == 1 and (parts := parallel_assignments(targets[0], value)):
            pairs = [([target], part) for target, part in parts]
        live = [pair for pair in pairs if not all(map(self.is_dead, pair[0]))]
        dead = [tree for pair in pairs if pair not in live for tree in self.shown(pair[1])]
        if not live:
            return dead
        values = [self.expression(value) for _, value in live]
        return [*dead, ("=", *values, *([self.expression(t) for t in to] for to, _ in live))]

    def class_tree(self, node: ast.ClassDef) -> Tree:
        head = [self.part(part) for part in (*node.decorator_list, *node.bases, *node.keywords)]
        body: list[Tree] = []
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and holds_fields(node):
                default = self.expression(part.value) if part.value else ()
                body.append(("field", self.expression(part.target), default))
            else:
                body += self.statement(part)
        return "class", self.token(self.program.variable_of[node]), tuple(head), tuple(body)

    def function_tree(self, node: Function) -> Tree:
        head: list[Tree] = []
        if not isinstance(node, ast.Lambda):
            head.append(self.token(self.program.variable_of[node]))
            head += map(self.expression, node.decorator_list)
        args, defaults = node.args, default_of_parameter(node.args)
        for arg in parameters(args):
            kind_of_parameter = arg in (args.vararg, args.kwarg), arg in args.kwonlyargs
            value = self.expression(defaults[arg]) if arg in defaults else ()
            head.append((*self.token(self.program.variable_of[arg]), kind_of_parameter, value))
        if isinstance(node, ast.Lambda):
            return "lambda", tuple(head), self.expression(node.body)
        return "def", tuple(head), self.body(node.body)

    def loop(self, target: ast.expr, values: ast.expr) -> Tree:
        """Write what a loop goes over, without columns of a table that nothing computed reads."""
        rows = table_rows(values)
        if rows and isinstance(target, ast.Tuple) and {len(target.elts)} == set(map(len, rows)):
            live_columns = [i for i, name in enumerate(target.elts) if not self.is_dead(name)]
            names = [self.expression(target.elts[i]) for i in live_columns]
            return tuple(names), tuple(
                tuple(self.expression(row[i]) for i in live_columns) for row in rows
            )
        return self.expression(values), self.expression(target)

    # Expressions

    def expression(self, node: ast.expr) -> Tree:
        match node:
            case ast.Name() if not isinstance(node.ctx, ast.Load):
                return self.token(self.program.variable_of[node])
            case ast.Name():
                return self.reference(self.program.meaning_of(node))
            case ast.Attribute():
                meaning = self.program.meaning_of(node)
                if meaning != External(""):
                    return self.reference(meaning)
                return ".", self.expression(node.value), self.attribute(node.value, node.attr)
            case ast.Constant():
                return self.text_token(node.value) or ("constant", repr(node.value))
            case ast.Call():
                return self.call(node)
            case ast.Lambda():
                return self.function_tree(node)
            case ast.Dict():
                values = map(self.expression, node.values)
                keys = [self.expression(key) if key is not None else ("**",) for key in node.keys]
                return "dict", tuple(zip(keys, values, strict=True))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.comprehension(node, tuple(map(self.expression, element_parts(node))))
        return self.plain(node)

    def comprehension(self, node: Comprehension, elements: Tree) -> Tree:
        loops = [
            (*self.loop(generator.target, generator.iter), *map(self.expression, generator.ifs))
            for generator in node.generators
        ]
        return type(node).__name__, tuple(loops), elements

    def plain(self, node: Any) -> Any:
        """Write a node part by part, equal in every version of Python."""
        if isinstance(node, list):
            return tuple(map(self.part, node))
        parts = [(name, self.part(value)) for name, value in ast.iter_fields(node)]
        computed = [
            part for part in parts if part[0] not in SKIPPED_FIELDS and part[1] not in (None, ())
        ]
        if (variable := self.program.variable_of.get(node)) is not None:
            computed.append(("name", self.token(variable)))
        return type(node).__name__, *computed

    def part(self, node: Any) -> Any:
        if isinstance(node, list) and node and isinstance(node[0], ast.stmt):
            return self.body(node)
        if isinstance(node, ast.expr):
            return self.expression(node)
        return self.plain(node) if isinstance(node, ast.AST | list) else node

    # Calls

    def call(self, node: ast.Call) -> Tree:
        meaning = self.program.meaning_of(node.func)
        if is_claim(meaning):
            others = [k.value for k in node.keywords if k.arg not in (None, *BOUNDS)]
            return "claim", self.expression(node.args[-1]), *map(self.expression, others)
        if isinstance(meaning, Shown) or is_external(meaning, PRINTS):
            return "Shown", *self.shown_call(node)
        if meaning == External("typing.cast"):
            return self.expression(node.args[1])
        function, args = self.called_function(node), list(node.args)
        head = [self.expression(node.func)]
        if function is not node.func:
            head.append(self.expression(args.pop(0)))
        match args:
            case [ast.expr() as owner, ast.Constant(value=str(name)), *_] if is_external(
                meaning, ATTRIBUTE_FUNCTIONS
            ):
                head.append(self.attribute(owner, name))
                del args[1]
        signatures = self.classes.signatures(function, self.reached_classes)
        n_fixed = next((i for i, a in enumerate(args) if isinstance(a, ast.Starred)), len(args))
        argument_trees = [
            self.argument(arg, [s.variables[i] for s in signatures if i < s.positional])
            if i < n_fixed and all(i < s.positional for s in signatures)
            else self.expression(arg)
            for i, arg in enumerate(args)
        ]
        return "call", tuple(head), tuple(argument_trees), self.keywords(node, function, signatures)

    def argument(self, node: ast.expr, takers: Sequence[Variable | None]) -> Tree:
        """Write what is handed to a parameter, without words if it only shows them."""
        if takers and all(map(self.only_shown, takers)):
            return "Shown", *self.shown(node)
        return self.expression(node)

    def keywords(self, node: ast.Call, function: ast.expr, signatures: list[Signature]) -> Tree:
        if any(keyword.arg is None for keyword in node.keywords):
            self.add_starred_call(function, signatures)
        keyword_trees = []
        for keyword in node.keywords:
            name = keyword.arg
            takers = [s.variables[s.names.index(name)] for s in signatures if name in s.names]
            unnamed_takers = signatures if name is not None and not takers else []
            if unnamed_takers and all(
                self.only_shown(self.rest_parameter(s)[0]) for s in unnamed_takers
            ):
                # as the bounds of a claim that a function of the chapter hands on
                keyword_trees += [(("shown",), tree) for tree in self.shown(keyword.value)]
                continue
            place = self.parameter_place(name, function, signatures)
            keyword_trees.append((place, self.argument(keyword.value, takers)))
        return tuple(sorted(keyword_trees, key=lambda pair: repr(pair[0])))

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
                meaning = self.program.meaning_of(node.func)
                if is_claim(meaning):
                    return [self.call(node)]
                if isinstance(meaning, Shown) or is_external(meaning, PRINTS | WORD_FUNCTIONS):
                    return self.shown_call(node)
                if isinstance(node.func, ast.Attribute) and node.func.attr in WORD_METHODS:
                    return self.shown(node.func.value) + self.shown_call(node)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                elements = self.all_shown(element_parts(node))
                loop_parts = self.all_shown(
                    [part for g in node.generators for part in (g.iter, *g.ifs)]
                )
                return [self.comprehension(node, tuple(elements))] if elements else loop_parts
        return [self.expression(node)]

    def shown_call(self, node: ast.Call) -> list[Tree]:
        return self.all_shown([*node.args, *(keyword.value for keyword in node.keywords)])

    def all_shown(self, nodes: Iterable[ast.expr | None]) -> list[Tree]:
        return [tree for node in nodes for tree in self.shown(node)]


def is_external(meaning: Meaning, names: set[str]) -> bool:
    return isinstance(meaning, External) and meaning.name in names


def is_claim(meaning: Meaning) -> bool:
    return isinstance(meaning, Shown) and meaning.name == "claim"
