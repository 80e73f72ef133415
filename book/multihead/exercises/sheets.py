"""What an answer is compared with: the cases of one seed, what is right, what usual mistakes give.

A sheet is made from an exercise's folder, or read from its key where the folders are not; see
:mod:`multihead.exercises.keys`.
"""

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from multihead.exercises import answers

Case = dict[str, Any]  # the arguments of one call, in their order


class Sheet(NamedTuple):
    """The cases of an exercise for one seed; one by hand has a single case."""

    name: str
    by_hand: bool
    tolerance: float
    cases: list[Case]
    right: list[np.ndarray]  # by case
    wrong: dict[str, list[Any]]  # by misconception and case: an array, or what was raised


def call(function: Callable[..., Any], case: Case) -> Any:
    """Call a function on a copy of the case; an exception becomes the answer."""
    try:
        return function(*copy.deepcopy(case).values())
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: it would end the reader's kernel
        return answers.Raised(error)
