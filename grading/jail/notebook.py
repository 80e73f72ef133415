"""Read a cell as IPython reads it, and give it back as plain Python.

A magic that runs Python, such as ``%%time``, gives way to what it runs, once. Every other magic and
shell line stays a call of ``get_ipython()``, which does nothing in the jail. Student text is read
in the jail's child alone.
"""

import ast
import re

from IPython.core.inputtransformer2 import TransformerManager

#: IPython's magics that run Python in the notebook's own names.
RUNNING = {"time", "timeit", "prun", "memit", "capture"}
PYLAB = """\
import numpy
import numpy as np
from matplotlib import pyplot, pylab
from matplotlib import pyplot as plt
from pylab import *
from numpy import *"""
OPTION = re.compile(r"\s*(-[nrpvslTD] *[^\s-]\S*|--?[a-zA-Z][\w-]*)(?=\s|$)")


def read_cell(text: str) -> str:
    """Return the plain Python of a cell; each line stays where it is, if no magic runs Python.

    Raises
    ------
    SyntaxError
        If the cell has a magic that runs Python, and is none; otherwise compiling will tell.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    above = re.match(r"(?:[ \t]*\n)*", text)
    blank = above[0].count("\n") if above else 0  # IPython takes these lines out
    source = "\n" * blank + TransformerManager().transform_cell(text)
    if "_magic(" not in source:
        return source
    inlined = _Inlined()
    tree = inlined.visit(ast.parse(source))
    return ast.unparse(tree) if inlined.changed else source


class _Inlined(ast.NodeTransformer):
    """Puts what a magic runs in place of it."""

    def __init__(self):
        self.changed = False

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        found = _code(node.value)
        if found is None:
            return self.generic_visit(node)
        self.changed = True
        return [one for text in found for one in ast.parse(read_cell(text)).body] or [ast.Pass()]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Keep the value of ``x = %time f()``; other magics that run Python have none."""
        match node.value, _code(node.value):
            case ast.Call(args=[ast.Constant("time"), *_]), [text]:
                match ast.parse(read_cell(text)).body:
                    case [ast.Expr(value)]:
                        self.changed, node.value = True, value
        return node


def _code(node: ast.AST) -> list[str] | None:
    """Return the parts of the code that a magic runs, if the node is such a magic."""
    match node:
        case ast.Call(
            ast.Attribute(ast.Call(ast.Name("get_ipython")), "run_line_magic" | "run_cell_magic"),
            [ast.Constant(str(name)), ast.Constant(str(line)), *rest],
        ):
            texts = [one.value for one in rest if isinstance(one, ast.Constant)]
            body = [f"\n{text}" for text in texts if isinstance(text, str)]
        case _:
            return None
    if name == "pylab":
        return [PYLAB]
    if name not in RUNNING:
        return None
    while option := OPTION.match(line):
        line = line[option.end() :]
    line = line.strip()
    if name == "capture" and line:
        line = f"{line} = get_ipython().run_line_magic('captured', '')"
    return [line, *body]
