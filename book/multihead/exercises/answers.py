"""What came as an answer to an exercise: read it safely, compare it, and say what is wrong.

Answers come from functions that are not finished yet: None, a generator, a list of strings. None
of them may raise an error here.
"""

import re
import sys
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

KINDS = {"b": "True or False", "i": "numbers", "u": "numbers", "f": "numbers"}
MOST_DIGITS = 10**6  # before or behind a decimal comma
NONE = "The answer is None"
#: Nothing but numbers, as a text; the first of them is what to write.
NUMBERS_IN_TEXT = re.compile(r"[\s\[(]*([+−-]?\d+(?:[.,]\d+)?)(?![.,]?\d)[\s\d.,;()\[\]+−-]*")


class Raised:
    """An exception that took the place of an answer; keeps only its text, and the line if known."""

    def __init__(self, error: BaseException, line: int | None = None):
        self.line = line
        try:
            text = str(error)
        except Exception:
            text = ""
        self.text = f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__

    @classmethod
    def saying(cls, text: str) -> "Raised":
        """Make one from its text alone, as the grader gets it."""
        raised = cls(Exception())
        raised.text = text
        return raised


class UnreadableError(Exception):
    """An answer that is no array of numbers; the message names the fix."""


def fault(answer: Any, expected: np.ndarray, tolerance: float, secret: bool = False) -> str | None:
    """Say how an answer differs from the expected array, or return None.

    With ``secret`` it is an answer by hand, and the expected numbers are not shown.
    """
    unfit = misfit(answer, expected, by_hand=secret)
    if unfit:
        return unfit
    array = read(answer)
    if _close(array, expected, tolerance):
        return None
    off = np.count_nonzero(~np.isclose(array, expected, rtol=0, atol=tolerance))
    if secret:
        verb = "differs" if off == 1 else "differ"
        return f"{off} of {array.size} {_numbers(array.size)} {verb} from ours."
    return f"{written('expected', expected)}\n{written('yours', array)}"


def misfit(answer: Any, expected: np.ndarray, by_hand: bool = False) -> str | None:
    """Say what keeps an answer from being compared with the expected array, or return None."""
    expectation = f"expected {_kind(expected)}"
    if type(answer) is Raised:
        return f"It raised {answer.text}\n{expectation}."
    try:
        array = read(answer)
    except UnreadableError as trouble:
        return f"{without_function(trouble) if by_hand else trouble}; {expectation}."
    if (array.dtype.kind == "b") != (expected.dtype.kind == "b"):
        fix = ".astype(bool) or .bool()" if expected.dtype.kind == "b" else "numbers, not bools"
        return f"The answer holds {array.dtype}; {expectation}: give {fix}."
    if array.shape != expected.shape:
        fix = comma_advice(array, expected.shape) if by_hand else ""
        return f"The answer has shape {array.shape}; {expectation}.{fix}"
    if not np.isfinite(array).all():
        bad = int(np.count_nonzero(~np.isfinite(array)))
        what = f"{bad} NaN or infinite {_numbers(bad)}"
        return f"The answer holds {what} of {array.size}; {expectation}."
    return None


def _numbers(count: int) -> str:
    return "number" if count == 1 else "numbers"


def comma_advice(array: np.ndarray, shape: tuple[int, ...]) -> str:
    """Say how to write numbers that decimal commas have parted: ``[1,42, 2,15]``, asked for two."""
    parted = (*shape[:-1], 2 * shape[-1]) if shape else (2,)
    if array.shape != parted or array.dtype.kind == "b" or not array.size:
        return ""
    pairs = array.reshape(-1, 2)
    whole = (pairs == np.rint(pairs)) & (abs(pairs) < MOST_DIGITS)
    if not whole.all() or (pairs[:, 1] < 0).any():
        return ""
    before, after = next((pair for pair in pairs if pair[0]), pairs[0]).astype(int)
    return f" {before},{after} is read as two numbers; write {before}.{after}, with a point."


def without_function(trouble: UnreadableError) -> str:
    """Say what is wrong with an answer where numbers are asked for, and no function."""
    printed = str(trouble).startswith(NONE)
    advice = "which `print` returns; give the numbers themselves"
    return f"{NONE}, {advice}" if printed else str(trouble)


def agree(answer: Any, other: Any, tolerance: float) -> bool:
    """Say whether shape, kind and numbers are equal; NaN and infinity equal themselves."""
    try:
        a, b = read(answer), read(other)
    except UnreadableError:
        return False
    same_kind = (a.dtype.kind == "b") == (b.dtype.kind == "b")
    return same_kind and a.shape == b.shape and _close(a, b, tolerance)


def read(answer: Any) -> np.ndarray:
    """Read numbers of Python, NumPy or PyTorch as an array.

    Raises
    ------
    UnreadableError
        If the answer is anything else. No other error leaves this function.
    """
    try:
        array = _array(answer)
    except UnreadableError:
        raise
    except (Exception, SystemExit) as error:
        text = Raised(error).text
        kind = type(answer).__name__
        raise UnreadableError(f"The {kind} cannot be read as one array ({text})") from None
    if array.dtype.kind not in KINDS:
        raise UnreadableError(f"The answer holds {_content(array)}")
    return array


def _content(array: np.ndarray) -> str:
    """Say what an array holds in the place of numbers, and what to do."""
    if array.dtype.kind == "U":
        return f"text; {_unquoted(array.flat) or 'give real numbers'}"
    if array.dtype == object:
        if any(value is ... for value in array.flat):
            return "`...`; write a number in its place"
        if any(value is None for value in array.flat):
            return "None; write a number in its place"
    return f"{array.dtype}; give real numbers"


def _unquoted(texts: Iterable[str]) -> str | None:
    """Say how to write the first number in some texts, or return None."""
    found = next(filter(None, (NUMBERS_IN_TEXT.fullmatch(text[:99]) for text in texts)), None)
    if not found:
        return None
    with_a_point = "with a point and " if "," in found[1] else ""
    number = found[1].replace(",", ".").replace("−", "-")
    return f"write {number}, {with_a_point}without quotation marks"


def _array(answer: Any) -> np.ndarray:
    if answer is None:
        raise UnreadableError(f"{NONE}; end the function with `return`, not with `print`")
    if answer is ...:
        raise UnreadableError("The answer is still `...`; write yours in its place")
    if type(answer) is Raised:
        raise UnreadableError(answer.text)
    if type(answer) is UnreadableError:
        raise answer
    if is_tensor(answer):
        return answer.numpy(force=True).copy()
    if isinstance(answer, np.ndarray | np.generic | int | float | list | tuple):
        return _floats(np.array(answer))
    if callable(answer):
        raise UnreadableError("The answer is a function; give numbers, for example a list")
    kind = type(answer).__name__
    if isinstance(answer, str) and (fix := _unquoted([answer])):
        raise UnreadableError(f"The answer is a {kind}; {fix}")
    raise UnreadableError(f"The answer is a {kind}; give an array, a tensor or a list")


def _floats(array: np.ndarray) -> np.ndarray:
    """Turn fractions and decimals, which NumPy takes for objects, into numbers."""
    if array.dtype == object and all(isinstance(x, Fraction | Decimal) for x in array.flat):
        return array.astype(float)
    return array


def is_tensor(value: Any) -> bool:
    """Say whether a value is PyTorch's, without loading PyTorch: nobody has a tensor without it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def written(name: str, value: Any) -> str:
    """Write ``name = value`` in few lines; of a large array only its shape."""
    if isinstance(value, float):
        return f"{name} = {_number(value)}"
    if not (isinstance(value, np.ndarray) or is_tensor(value)):
        return f"{name} = {value!r}"
    array = np.asarray(value)
    if array.size > 60:
        return f"{name} = ...  # shape {array.shape}"
    numbers = [_number(value) for value in array.flat]
    width = max(map(len, numbers), default=0) if array.ndim > 1 else 0
    options: Any = {"formatter": {"all": lambda value: _number(value).rjust(width)}}
    text = np.array2string(array, separator=", ", **options)
    lines = [line for line in text.splitlines() if line.strip()]
    return f"{name} = " + ("\n" + " " * (len(name) + 3)).join(lines)


def _number(value: Any) -> str:
    """Write a number with at most three decimals, and none where none are needed."""
    if isinstance(value, np.bool_):
        return str(value)
    return f"{round(float(value), 3):z.8g}"


def _kind(expected: np.ndarray) -> str:
    kind = KINDS[expected.dtype.kind]
    return f"an array of {kind} of shape {expected.shape}" if expected.ndim else "one number"


def _close(a: np.ndarray, b: np.ndarray, tolerance: float) -> bool:
    if a.dtype.kind == "b":
        return bool((a == b).all())
    a, b = a.astype(float), b.astype(float)
    return np.allclose(a, b, rtol=tolerance / 10, atol=tolerance, equal_nan=True)
