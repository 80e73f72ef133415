"""What an answer is compared with: the cases of one seed, what is right, what usual mistakes give.

A sheet is made from an exercise's folder, or read from its key where the folders are not; see
:mod:`multihead.exercises.keys`.
"""

import copy
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from multihead.exercises import answers, borrowed
from multihead.exercises.book_sections import Explained

Case = dict[str, Any]  # the arguments of one call, in their order


class Seal(NamedTuple):
    """Digests of what is right and wrong by hand; see :mod:`multihead.exercises.sealed`."""

    step: float  # of the grid
    shape: tuple[int, ...]
    half: list[bool]  # for each number: whether its grid is moved by half a step
    salt: str | None  # only digests for students have one
    right: str
    wrong: dict[str, str]  # misconceptions by digest


class Sheet(NamedTuple):
    """The cases of an exercise for one seed; one by hand has a single case."""

    name: str
    by_hand: bool
    tolerance: float
    cases: list[Case]
    right: list[np.ndarray]  # by case
    wrong: dict[str, list[Any]]  # by misconception and case: an array, or what was raised
    answered_by: Sequence[str] = ()  # functions of the library that an answer may not use
    seal: Seal | None = None  # of a class's numbers, which answers are then compared with
    kinds: tuple[str, ...] = ()  # by case: what is special about it; some exercises have none
    explained: Explained = {}  # noqa: RUF012  nobody changes it
    chapters: str | None = None  # where they are read, if that is known


def call(function: Callable[..., Any], case: Case, answered_by: Sequence[str] = ()) -> Any:
    """Call a function on a copy of the case; an exception becomes the answer."""
    try:
        return borrowed.call(function, [*copy.deepcopy(case).values()], answered_by)
    except KeyboardInterrupt:
        raise
    except borrowed.BorrowedError as error:
        return error
    except BaseException as error:  # SystemExit too: it would end the reader's kernel
        return answers.Raised(error, _line_of(function, error))


def _line_of(function: Callable[..., Any], error: BaseException) -> int | None:
    """Return the line at which an error left a function's file, or None if it never was there."""
    if not isinstance(function, FunctionType):
        return None
    line, step = None, error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == function.__code__.co_filename:
            line = step.tb_lineno
        step = step.tb_next
    return line
