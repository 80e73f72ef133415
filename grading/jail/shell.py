"""IPython's own shell, as a notebook's kernel has it, without a screen and without programs."""

import contextlib
import sys
import types
from pathlib import Path
from typing import Any

import event_loop
import outline
import protocol
import stand_ins
from IPython.core import page
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import (
    Magics,
    line_cell_magic,
    magics_class,
    needs_local_scope,
    no_var_expand,
)
from IPython.core.magics.execution import TimeitResult
from IPython.utils.text import SList

NO_PROGRAM = "the grader starts no other program"
#: What these magics raise where a file or an extension is not there.
MISSING = {"run": Exception, "load_ext": ModuleNotFoundError, "reload_ext": ModuleNotFoundError}


class ZMQInteractiveShell(InteractiveShell):
    """The shell, by the name that notebooks look for."""

    def __init__(self, **more: Any):
        self.remarks: dict[str, None] = {}  # on the cell that runs, each once
        self.numbers: dict[str, dict] = {}  # of the exercises by hand
        self.functions: dict[str, types.FunctionType] = {}  # the last of each name
        super().__init__(**more)
        self.compile.reset_compiler_flags()  # they call every open bracket "incomplete input"
        self.loop_runner = event_loop.of_cells().run_until_complete
        self.display_formatter.active_types = ["text/plain"]
        self.register_magics(Once)
        self.set_hook("show_in_pager", page.as_hook(page.display_page), 99)
        registry = self.magics_manager.registry
        self.programs = registry["ScriptMagics"].magics["cell"]
        self.installers = registry["PackagingMagics"].magics["line"]
        stand_ins.put_up(self.numbers, self.remark)
        sys.path.insert(0, "")  # where %%writefile writes

    def init_history(self) -> None:
        """Keep what was typed in memory alone."""
        self.config.HistoryManager.enabled = False
        super().init_history()

    def run(self, cell: str, part: str | None = None) -> None:
        """Run a cell, or a part of its outline; what is defined before an error stays.

        Raises
        ------
        SyntaxError
            If it is no Python; the message names the line.
        BaseException
            What the cell raises.
        """
        self.remarks.clear()
        try:
            if part:
                outline.run(cell, part, self.compile, self.user_ns)
            else:
                result = self.run_cell(cell, store_history=True)
                result.raise_error()
        except SyntaxError as error:
            raise _readable(error) from None
        finally:
            with contextlib.suppress(Exception):  # a kernel has shown them below the cell
                sys.modules["matplotlib.pyplot"].close("all")

    def remark(self, text: str) -> None:
        """Note what a cell wanted that is not here."""
        if len(self.remarks) < protocol.MOST_REMARKS:
            self.remarks[text[: protocol.LONGEST_REMARK]] = None

    def keep_functions(self) -> None:
        """Keep the functions of the cells so far, whose names a later cell may use for results."""
        for name, value in dict(self.user_ns).items():
            if type(value) is types.FunctionType:
                self.functions[name] = value

    def run_line_magic(self, magic_name: str, line: str, _stack_depth: int = 1) -> Any:
        if magic_name in self.installers:
            return self._left_out(f"%{magic_name}", NO_PROGRAM)
        try:
            return super().run_line_magic(magic_name, line, _stack_depth + 1)
        except (UsageError, MISSING.get(magic_name, UsageError)) as error:
            return self._left_out(f"%{magic_name}", str(error))

    def run_cell_magic(self, magic_name: str, line: str, cell: str) -> Any:
        if magic_name in self.programs:
            return self._left_out(f"%%{magic_name}", NO_PROGRAM)
        if magic_name in ("writefile", "file"):
            with contextlib.suppress(OSError):  # as a `!mkdir` above it would have
                Path(line.split()[-1]).parent.mkdir(parents=True, exist_ok=True)
        try:
            return super().run_cell_magic(magic_name, line, cell)
        except UsageError as error:
            return self._left_out(f"%%{magic_name}", str(error))

    def system(self, cmd: str) -> None:
        """Start no program."""
        self._left_out(f"!{(cmd.split() or [''])[0]}", NO_PROGRAM)

    def getoutput(self, cmd: str, *_: Any, **__: Any) -> SList:
        self.system(cmd)
        return SList()

    def _left_out(self, what: str, why: str) -> None:
        self.remark(f"`{what[:40]}` was left out: {why.rstrip('.')}")

    def ask_exit(self) -> None:
        """Go on: the cells below count."""

    def enable_gui(self, gui: Any = None) -> None:
        """Open no window."""

    def enable_matplotlib(self, gui: Any = None) -> tuple[Any, str]:
        """Keep the backend that only draws."""
        return gui, "agg"

    def showtraceback(self, *_: Any, **__: Any) -> None:
        """Show nothing, which would take longer than most cells; the grader tells the error."""

    showsyntaxerror = showindentationerror = showtraceback

    def _format_exception_for_storage(self, *_: Any, **__: Any) -> list[str]:
        return []


@magics_class
class Once(Magics):
    """Magics that would run their code many times."""

    @no_var_expand
    @needs_local_scope
    @line_cell_magic("timeit")
    def once(self, line: str = "", cell: str | None = None, local_ns: Any = None) -> Any:
        """Run the code once, in the notebook's own names."""
        options, code = self.parse_options(
            line, "n:r:tcp:qov:", posix=False, strict=False, preserve_non_opts=True
        )
        source = self.shell.transform_cell(code if cell is None else f"{code}\n{cell}")
        exec(source, self.shell.user_global_ns, local_ns)
        return TimeitResult(1, 1, 1.0, 1.0, [1.0], 0.0, 3) if "o" in options else None

    memit = line_cell_magic("memit")(once)


def _readable(error: SyntaxError) -> SyntaxError:
    """Return the error with the line that it is about, and the version of Python that read it."""
    text = f"{error.msg} in line {error.lineno}: {(error.text or '').strip()}"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return type(error)(f"{text}\nThe grader runs Python {version}.")
