"""What a notebook finds around it: IPython's shell, `display`, `check`; here none of them acts."""

import builtins
import contextlib
import copy
import getpass
import importlib
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import IPython.core.getipython
import IPython.display
import matplotlib
import multihead
import notebook
from IPython.core.magics.execution import TimeitResult
from IPython.utils.capture import CapturedIO
from IPython.utils.text import SList
from matplotlib import pyplot

pyplot.switch_backend("agg")  # once, while this is loaded, and not for each submission


class Nothing:
    """What can be called, read, entered and walked over, and does nothing."""

    def __call__(self, *_: Any, **__: Any) -> "Nothing":
        return self

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("_"):  # other code asks by such names what it may do
            raise AttributeError(name)
        return self

    def __getitem__(self, _: Any) -> "Nothing":
        return self

    def __setitem__(self, *_: Any) -> None: ...

    def __iter__(self) -> Any:
        return iter(())

    def __enter__(self) -> "Nothing":
        return self

    def __exit__(self, *_: Any) -> None: ...


class ZMQInteractiveShell(Nothing):
    """IPython's shell, by the name that notebooks look for."""

    def __init__(self, space: dict[str, Any]):
        self.user_ns = space

    def run_line_magic(self, name: str, line: str = "", *_: Any) -> Any:
        """Give what is often kept of a magic; `%run` runs."""
        if name == "captured":
            return CapturedIO(None, None)
        if name == "timeit":
            return TimeitResult(1, 1, 1.0, 1.0, [1.0], 0.0, 3)
        if name == "run":
            self._run_file(line)
        return None

    def run_cell_magic(self, name: str, line: str = "", cell: str = "", *_: Any) -> None:
        """Write a file, which goes with the child; other languages are not run."""
        *options, path = line.split() or [""]
        if name in ("writefile", "file"):
            with contextlib.suppress(OSError):
                Path(path).parent.mkdir(parents=True, exist_ok=True)  # as `!mkdir` would have
                with Path(path).open("a" if options else "w") as file:
                    file.write(cell)
            importlib.invalidate_caches()

    def _run_file(self, line: str) -> None:
        """Run a file that `%%writefile` wrote; what a student has elsewhere is not here."""
        for path in (Path(word) for word in line.split() if word.endswith(".py")):
            if path.is_file():
                exec(compile(path.read_text(), str(path), "exec"), self.user_ns)
            return

    def run_cell(self, text: str, *_: Any, **__: Any) -> Nothing:
        """Run a cell that code makes; what it raises is shown, and stops nothing."""
        with contextlib.suppress(Exception):
            self.ex(notebook.read_cell(text))
        return Nothing()

    def ex(self, text: str) -> None:
        exec(text, self.user_ns)

    def ev(self, text: str) -> Any:
        return eval(text, self.user_ns)

    def push(self, names: dict[str, Any], *_: Any, **__: Any) -> None:
        self.user_ns.update(names)

    def magic(self, *_: Any) -> None: ...

    def system(self, *_: Any) -> None: ...

    def getoutput(self, *_: Any, **__: Any) -> list[str]:
        return SList()


class Later:
    """What `check` gives here: the verdict comes later, and no cell fails for want of one."""

    passed, message, misconception = True, "The grader checks it.", None

    def __init__(self):
        self.inputs = {}

    def __repr__(self) -> str:
        return self.message


def put_up(space: dict[str, Any], known: dict[str, dict]) -> None:
    """Give a notebook's namespace, and all code, what IPython gives, and what a site gives."""
    shell = ZMQInteractiveShell(space)
    IPython.core.getipython.get_ipython = lambda: shell
    IPython.display.display = lambda *_, **__: Nothing()
    found = {"get_ipython": lambda: shell, "display": IPython.display.display}
    found |= dict.fromkeys(("exit", "quit", "help", "copyright", "credits", "license"), Nothing())
    found["input"] = getpass.getpass = _typing()
    vars(builtins).update(found)
    matplotlib.use = pyplot.switch_backend = lambda *_, **__: None  # no other one draws here
    sys.path.insert(0, "")  # where %%writefile writes
    checks, exercises = (
        types.ModuleType("multihead.checks"),
        types.ModuleType("multihead.exercises"),
    )
    for module in (checks, exercises):
        vars(module).update(check=lambda *_, **__: Later(), Verdict=Later)
        vars(module).update(numbers=_numbers(known))
        sys.modules[module.__name__] = module
    vars(multihead).update(checks=checks, exercises=exercises)


def _numbers(known: dict[str, dict]) -> Callable[..., Any]:
    """Make a `numbers` that gives an exercise's numbers of this class, the only ones here."""

    def numbers(exercise: str = "", *_: Any, **__: Any) -> Any:
        return copy.deepcopy(known[exercise]) if exercise in known else Nothing()

    return numbers


def _typing() -> Callable[..., str]:
    """Make an `input` that only types Enter, and in the end no more: a loop may wait for a word."""
    lines = iter([""] * 100)

    def typed(*_: Any) -> str:
        for line in lines:
            return line
        raise EOFError("nobody types here")

    return typed
