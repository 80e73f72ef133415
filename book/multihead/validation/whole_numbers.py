"""Whole numbers that somebody gives: sizes, seeds, steps. It needs no PyTorch."""

import operator
from collections.abc import Iterable
from typing import Any


def read(value: Any) -> int:
    """Read an integer of Python, NumPy or PyTorch; bools are rejected.

    Raises
    ------
    TypeError
        If the value is anything else. The caller should say which value it was.
    """
    if isinstance(value, bool) or "bool" in str(getattr(value, "dtype", "")):
        raise TypeError("a bool is not a whole number")
    return operator.index(value)


def read_all(name: str, numbers: Iterable[Any]) -> list[int]:
    """Read whole numbers; the error names the first value that is not one."""
    numbers_read = []
    for number in numbers:
        try:
            numbers_read.append(read(number))
        except TypeError:
            raise TypeError(f"{name} holds {number!r}; give whole numbers") from None
    return numbers_read


def check_sizes(least: int = 1, **named: Any) -> None:
    """Reject a size that is not a whole number, or is below ``least``."""
    for name, size in named.items():
        try:
            number = read(size)
        except TypeError:
            raise TypeError(f"{name}={size!r}; give a whole number") from None
        if number < least:
            raise ValueError(f"{name}={size}; use {least} or more")
