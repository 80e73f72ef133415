"""What a notebook may not do, said clearly: import what the grader has not, start a process.

The walls stand without it. It tells a student what happened, where the system would say little.
"""

import builtins
import multiprocessing.context
import multiprocessing.synchronize
import os
import sys
import threading
from typing import Any

import imports

STARTS = {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system"}
STARTS |= {"subprocess.Popen", "pty.spawn"}
OURS, WRITABLE = os.path.dirname(__file__), "/tmp"
NO_PROCESS = "the grader starts no other process; use a loop or threads"


def close(may_import: list[str]) -> None:
    """Refuse other modules to the notebook's own code, and processes to all."""
    imported = builtins.__import__

    def gate(name: str, names: Any = None, *others: Any, **more: Any) -> Any:
        top, own = name.partition(".")[0], names is not None and names.get("__name__") == "__main__"
        if _is_ours(top) and _is_written(top):
            del sys.modules[top]
        if own and not imports.has(name, may_import) and not _is_written(top):
            raise ModuleNotFoundError(imports.refusal(name, may_import), name=name)
        return imported(name, names, *others, **more)

    builtins.__import__ = gate
    # A pool of threads takes these locks as well; without processes, those of threads do.
    multiprocessing.context.BaseContext.Lock = lambda _: threading.Lock()
    multiprocessing.context.BaseContext.RLock = lambda _: threading.RLock()
    multiprocessing.synchronize.SemLock.__init__ = _no_process
    sys.addaudithook(_watch)


def _is_written(top: str) -> bool:
    """Say whether the notebook has written such a module or folder, where Python looks for it."""
    places = [place for place in map(os.path.abspath, sys.path) if place.startswith(WRITABLE)]
    return any(os.path.exists(f"{place}/{top}{end}") for place in places for end in ("", ".py"))


def _is_ours(top: str) -> bool:
    return os.path.dirname(getattr(sys.modules.get(top), "__file__", None) or "") == OURS


def _watch(event: str, _: Any) -> None:
    if event in STARTS:
        _no_process()


def _no_process(*_: Any, **__: Any) -> None:
    raise PermissionError(NO_PROCESS)
