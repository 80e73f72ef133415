"""What stands in the jail for what is not there: the library's checks, a screen, a keyboard."""

import builtins
import copy
import getpass
import site
import sys
import types
from collections.abc import Callable
from typing import Any

import matplotlib
import multihead
from matplotlib import pyplot


class Nothing:
    """What can be called, read and walked over, and does nothing."""

    def __call__(self, *_: Any, **__: Any) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("_"):  # other code asks by such names what it may do
            raise AttributeError(name)
        return self

    def __getitem__(self, _: Any) -> "Nothing":
        return self

    def __iter__(self) -> Any:
        return iter(())


class Later:
    """What `check` gives here: the verdict comes later, and no cell fails for want of one."""

    passed, message, misconception = True, "The grader checks it.", None

    def __init__(self):
        self.inputs = {}

    def __repr__(self) -> str:
        return self.message


def put_up(numbers_of: dict[str, dict], remark: Callable[[str], None]) -> None:
    """Give all code a `check` that waits, the `numbers` of this class and nobody's keyboard."""
    site.sethelper()  # `help`; Python starts here without what it finds on a machine
    site.setcopyright()
    pyplot.switch_backend("agg")
    matplotlib.use = pyplot.switch_backend = lambda *_, **__: None  # no other one draws here
    builtins.input = getpass.getpass = _typing(remark)
    for name in ("checks", "exercises"):
        module = types.ModuleType(f"multihead.{name}")
        vars(module).update(check=lambda *_, **__: Later(), Verdict=Later)
        vars(module).update(numbers=_numbers(numbers_of))
        sys.modules[module.__name__] = module
        setattr(multihead, name, module)


def _numbers(numbers_of: dict[str, dict]) -> Callable[..., Any]:
    """Make a `numbers` that gives an exercise's numbers of this class, the only ones here."""

    def numbers(exercise: str = "", *_: Any, **__: Any) -> Any:
        return copy.deepcopy(numbers_of[exercise]) if exercise in numbers_of else Nothing()

    return numbers


def _typing(remark: Callable[[str], None]) -> Callable[..., str]:
    """Make an `input` that only types Enter, and in the end no more: a loop may wait for a word."""
    lines = iter([""] * 100)

    def typed(*_: Any) -> str:
        remark("asked for input, and got an empty line: nobody types while the grader runs")
        for line in lines:
            return line
        raise EOFError("nobody types here")

    return typed
