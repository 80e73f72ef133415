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

from multihead.checks import Verdict, check

FILE = "your code"
MAX_PRINTED = 10_000  # letters that a run may print
NO_INPUT = (
    "nobody can type into a page while its code runs; write what you would type into the code, "
    "such as text = 'my words' in place of text = input()"
)
ONLY_NUMPY = "Only NumPy and Python's own library are in the page; a notebook has the others."


class PageOutput(TextIOBase):
    """What is printed goes to the page as it comes, up to a limit."""

    def __init__(self, send: Callable[[str], object]):
        self.send, self.left = send, MAX_PRINTED

    def write(self, text: str) -> int:
        if text and self.left >= 0:
            self.left -= len(text)
            self.send(text if self.left >= 0 else f"{text[: self.left]}\n… the rest is left out\n")
        return len(text)


def refuse_input(*_: object, **__: object) -> NoReturn:
    """Tell code that waits for typed text that none comes.

    It is no EOFError, which debuggers and consoles take for the end and pass over.
    """
    raise RuntimeError(NO_INPUT)


class NoKeyboard(TextIOBase):
    """What code reads from if it waits for typed text."""

    read = readline = refuse_input

    @property
    def buffer(self) -> "NoKeyboard":
        return self


def run(name: str, code: str, send: Callable[[str], object]) -> str:
    """Run the code of an exercise and check it; return the verdict for the page, as JSON."""
    output = PageOutput(send)
    sys.stdin, getpass.getpass = NoKeyboard(), refuse_input
    with redirect_stdout(output), redirect_stderr(output):
        try:
            verdict = check_answer(name, execute(code))
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: the worker goes on
            output.write(error_text(error))
            verdict = refusal(f"{name}: your code stopped with {error_name(error)}.")
    return json.dumps(in_parts(verdict))


def check_answer(name: str, names: dict[str, object]) -> Verdict:
    """Check what the code has defined under the name of the exercise."""
    if name not in names:
        return refusal(f"{name}: nothing in your code has this name; define a function {name}.")
    return check(name, names[name])


def refusal(message: str) -> Verdict:
    return Verdict(False, message, headline=message)


def in_parts(verdict: Verdict) -> dict[str, object]:
    """Take a verdict apart, as the page shows it."""
    section = verdict.section
    explained = section and section._asdict() | {"opening": section.opening(verdict.misconception)}
    return {
        "passed": verdict.passed,
        "message": verdict.message,
        "headline": verdict.headline,
        "explained": explained,
        "details": verdict.details,
        "example": verdict.example,
    }


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


def error_text(error: BaseException) -> str:
    """Write an error as Python does, from the first line of the reader's code."""
    frame = error.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != FILE:
        frame = frame.tb_next
    trace = traceback.TracebackException(type(error), error, frame)
    outside = [step for step in trace.stack if step.filename != __file__]
    trace.stack = traceback.StackSummary.from_list(outside)
    text = "".join(trace.format())
    return f"{text}{ONLY_NUMPY}\n" if isinstance(error, ModuleNotFoundError) else text


def error_name(error: BaseException) -> str:
    """Name an error with its article, in Python's words."""
    name = type(error).__name__
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
