"""Whether an answer calls what it is asked to write: functions of the library, known by name.

The jail imports this file alone, so it imports nothing of ours.
"""

import sys
from collections.abc import Callable, Collection
from types import FrameType
from typing import Any


class BorrowedError(Exception):
    """An answer called one of these functions; the text is the function's name."""


def call(function: Callable[..., Any], inputs: Collection[Any], refused: Collection[str]) -> Any:
    """Call a function that may use all of the library, but not what is refused.

    A function or class is refused by its module and name, ``multihead.attention.attention``. So
    its alias is too, and it need not be imported before.

    Raises
    ------
    BorrowedError
        If it used what is refused, whatever it returned or raised then.
    """
    if not refused:
        return function(*inputs)
    used = []

    def watch_calls(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and not used:
            called = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}."
            used.extend(name for name in refused if called.startswith(f"{name}."))

    before: Any = sys.getprofile()  # a function, or cProfile's profiler
    sys.setprofile(watch_calls)
    try:
        return function(*inputs)
    except KeyboardInterrupt:
        used.clear()
        raise
    finally:
        before.enable() if hasattr(before, "enable") else sys.setprofile(before)
        if used:
            raise BorrowedError(used[0]) from None
