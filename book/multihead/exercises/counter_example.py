"""A counter-example in six lines at most: what went in, what was expected, and what came.

Of an array that is too long for its line there is one row, with the array's shape: of the inputs
the first row, of the results the first that differs.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from multihead.exercises import answers
from multihead.exercises.sheets import Case

Place = tuple[int, ...]

LINES = 6
WIDTH = 64  # of an array that is written whole
MOST = 160  # characters of a line, of an error's text say


def lines(case: Case, expected: np.ndarray, answer: Any, fault: str, tolerance: float) -> list[str]:
    """Write a case and what is wrong there, which ``fault`` says at length."""
    results = _results(expected, answer, fault, tolerance)
    inputs = [_in_one_line({name: value}, None)[0] for name, value in case.items()]
    while len(inputs) > LINES - len(results):
        lengths = [len(a) + len(b) for a, b in itertools.pairwise(inputs)]
        first = lengths.index(min(lengths))
        inputs[first : first + 2] = ["; ".join(inputs[first : first + 2])]
    return [*inputs, *results]


def _results(expected: np.ndarray, answer: Any, fault: str, tolerance: float) -> list[str]:
    """Write what was expected and what came, or what keeps them from being compared."""
    if answers.misfit(answer, expected):
        first, *rest = fault.splitlines()
        return [line if len(line) <= MOST else f"{line[:MOST]}…" for line in (first, *rest[-1:])]
    array = answers.read(answer)
    differing = np.argwhere(~np.isclose(array, expected, rtol=0, atol=tolerance))
    place = tuple(map(int, differing[0])) if len(differing) else None
    return _in_one_line({"expected": expected, "yours": array}, place)


def _in_one_line(values: dict[str, Any], place: Place | None) -> list[str]:
    """Write values of one form on a line each: whole, or the row or the number at a place."""
    if not all(isinstance(v, np.ndarray) or answers.is_tensor(v) for v in values.values()):
        return [answers.written(name, value) for name, value in values.items()]
    arrays = {name: np.asarray(value) for name, value in values.items()}
    return next(lines for lines in _forms(arrays, place) if lines)


def _forms(arrays: dict[str, np.ndarray], place: Place | None) -> Iterator[list[str]]:
    """Give the lines of each form, the fullest first; none if one would be too long."""
    first = next(iter(arrays.values()))
    *before, last = place or (0,) * first.ndim or (0,)
    of_shape = f"  # of shape {first.shape}"
    yield _short([_written(name, array) for name, array in arrays.items()], "")
    row = f"[{', '.join(map(str, before))}]" if before else ""
    rows = [_written(f"{name}{row}", array[tuple(before)]) for name, array in arrays.items()]
    yield _short(rows, of_shape)
    number = f"[{', '.join(map(str, (*before, last)))}]"
    yield [
        answers.written(f"{name}{number}", array[(*before, last)].item()) + of_shape
        for name, array in arrays.items()
    ]


def _written(name: str, array: np.ndarray) -> str:
    text = answers.written(name, array if array.ndim else array.item())
    return re.sub(r"\[ +", "[", re.sub(r"\s+", " ", text))


def _short(texts: list[str], ending: str) -> list[str]:
    short = all(len(text) <= WIDTH and "..." not in text for text in texts)
    return [text + ending for text in texts] if short else []
