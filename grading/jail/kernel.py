"""Run the cells of one notebook as IPython runs them, in one namespace."""

import ast
import asyncio
import contextlib
import inspect
import sys
import threading
import types
from typing import Any

import notebook
import shell
import statements
from IPython.core.compilerop import CachingCompiler


class Kernel:
    """A notebook's namespace, and its cells so far."""

    def __init__(self):
        main = types.ModuleType("__main__")
        sys.modules["__main__"] = main
        self.space = vars(main)
        self._cells, self._values, self._last = [""], {}, ""
        self.space |= dict.fromkeys(("_", "__", "___", "_i", "_ii", "_iii"), self._last)
        self.space |= {"In": self._cells, "Out": self._values, "_dh": ["/tmp"]}
        self._compiler = CachingCompiler()
        self._compiler.reset_compiler_flags()  # it would call every open bracket "incomplete input"
        self._loop = Loop()
        asyncio.set_event_loop_policy(Policy(self._loop))
        always_running(self._loop)
        sys.displayhook = self._keep
        self.numbers: dict[str, dict] = {}  # of the exercises by hand
        self.functions: dict[str, types.FunctionType] = {}  # the last of each name
        shell.put_up(self.space, self.numbers)

    def run(self, cell: str, places: list[int] | None = None) -> None:
        """Run a cell, or of its statements only those; what is defined before an error stays.

        Raises
        ------
        SyntaxError
            If it is no Python; the message names the line.
        Exception
            What the cell raises.
        """
        try:
            parts = self._compiled(cell, places)
        except SyntaxError as error:
            text = f"{error.msg} in line {error.lineno}: {(error.text or '').strip()}"
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            raise type(error)(f"{text}\nThe grader runs Python {version}.") from None
        try:
            for part in parts:
                self._run(part)
        finally:
            self._close_figures()

    def keep_functions(self) -> None:
        """Keep the functions of the cells so far, whose names a later cell may use for results."""
        for name, value in dict(self.space).items():
            if type(value) is types.FunctionType:
                self.functions[name] = value

    def _compiled(self, cell: str, places: list[int] | None) -> list[types.CodeType]:
        """Compile the cell and, apart, the expression at its end, whose value is kept."""
        self._cells.append(cell)
        source = notebook.read_cell(cell)
        name = self._compiler.cache(source, len(self._cells) - 1, cell)
        with self._compiler.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
            body = statements.one_by_one(self._compiler.ast_parse(source, name).body)
            body = body if places is None else [body[place] for place in places]
            shown = [body.pop()] if body and isinstance(body[-1], ast.Expr) else []
            trees = [(ast.Module(body, []), "exec"), (ast.Interactive(shown), "single")]
            return [self._compiler(tree, name, kind) for tree, kind in trees if tree.body]

    def _run(self, code: types.CodeType) -> None:
        if code.co_flags & inspect.CO_COROUTINE:
            self._loop.run_until_complete(eval(code, self.space))
        else:
            exec(code, self.space)

    def _keep(self, value: Any) -> None:
        """Keep the value at the end of a cell as `_`, unless the notebook uses that name."""
        if value is None:
            return
        self._values[len(self._cells) - 1] = value
        if self.space.get("_") is self._last:
            self.space["_"] = self._last = value

    def _close_figures(self) -> None:
        """Close what a notebook would have shown below the cell."""
        with contextlib.suppress(Exception):
            sys.modules["matplotlib.pyplot"].close("all")


class Loop(asyncio.BaseEventLoop):
    """asyncio's loop without sockets, which are closed here: it sleeps until a thread wakes it."""

    def __init__(self):
        super().__init__()
        self._selector = self
        self._woken = threading.Event()

    def select(self, seconds: float | None) -> list:
        self._woken.wait(seconds)
        self._woken.clear()
        return []

    def _process_events(self, event_list: list) -> None: ...

    def _write_to_self(self) -> None:
        self._woken.set()


def always_running(loop: Loop) -> None:
    """Let code outside of ``await`` find the loop running, as it always is in a notebook."""

    def running() -> asyncio.AbstractEventLoop:
        return asyncio.events._get_running_loop() or loop

    asyncio.get_running_loop = running
    asyncio.create_task = lambda coro, **more: running().create_task(coro, **more)


class Policy(asyncio.DefaultEventLoopPolicy):
    """Gives code outside of ``await`` the loop of the cells, and ``asyncio.run`` a new one."""

    def __init__(self, loop: Loop):
        super().__init__()
        self._of_cells = loop

    def get_event_loop(self) -> Loop:
        return self._of_cells

    def new_event_loop(self) -> Loop:
        return Loop()
