"""What runs a reader's code in the page: what it prints, how it ends, and what `check` says.

The worker imports it into Pyodide, beside the library and the keys. It needs NumPy and the library.
"""

import ast
import getpass
import json
import linecache
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import TextIOBase
from types import ModuleType
from typing import NoReturn

from multihead.checks import check

FILE = "your code"
MOST = 10_000  # letters that a run may print
NOBODY = (
    "nobody can type into a page while its code runs; write what you would type into the code, "
    "such as text = 'my words' in place of text = input()"
)
ONLY = "Only NumPy and Python's own library are in the page; a notebook has the others."


class Printed(TextIOBase):
    """What is printed goes to the page as it comes, up to a limit."""

    def __init__(self, say: Callable[[str], object]):
        self.say, self.left = say, MOST

    def write(self, text: str) -> int:
        if text and self.left >= 0:
            self.left -= len(text)
            self.say(text if self.left >= 0 else f"{text[: self.left]}\n… the rest is left out\n")
        return len(text)


def nobody_types(*_: object, **__: object) -> NoReturn:
    """Tell code that waits for typed text that none comes.

    It is no EOFError, which debuggers and consoles take for the end and pass over.
    """
    raise RuntimeError(NOBODY)


class Keyboard(TextIOBase):
    """What code reads from if it waits for typed text."""

    read = readline = nobody_types

    @property
    def buffer(self) -> "Keyboard":
        return self


def run(name: str, code: str, say: Callable[[str], object]) -> str:
    """Run the code of an exercise and check it; return the words and whether it passed, as JSON."""
    printed = Printed(say)
    sys.stdin, getpass.getpass = Keyboard(), nobody_types
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            said, passed = judged(name, execute(code))
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: the worker goes on
            printed.write(told(error))
            said, passed = f"{name}: your code stopped with {kind(error)}.", False
    return json.dumps({"said": said, "passed": passed})


def judged(name: str, space: dict[str, object]) -> tuple[str, bool]:
    """Check what the code has defined under the name of the exercise."""
    if name not in space:
        return f"{name}: nothing in your code has this name; define a function {name}.", False
    verdict = check(name, space[name])
    return verdict.message, verdict.passed


def execute(code: str) -> dict[str, object]:
    """Run code as a new main module, and print the value of its last line, as a notebook does."""
    main = sys.modules["__main__"] = ModuleType("__main__")
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    tree = ast.parse(code, FILE)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, FILE, "exec"), vars(main))
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), FILE, "eval"), vars(main))
        if value is not None:
            print(repr(value))
    return vars(main)


def told(error: BaseException) -> str:
    """Write an error as Python does, from the first line of the reader's code."""
    frame = error.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != FILE:
        frame = frame.tb_next
    trace = traceback.TracebackException(type(error), error, frame)
    outside = [step for step in trace.stack if step.filename != __file__]
    trace.stack = traceback.StackSummary.from_list(outside)
    text = "".join(trace.format())
    return f"{text}{ONLY}\n" if isinstance(error, ModuleNotFoundError) else text


def kind(error: BaseException) -> str:
    """Name an error with its article, in Python's words."""
    name = type(error).__name__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
