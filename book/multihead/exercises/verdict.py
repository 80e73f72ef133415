"""Instant feedback on an exercise in a notebook, with no grading package: ``check(attention)``.

An exercise is a folder of ``exercises/``. Its ``checks.py`` has inputs and a reference, its
``wrong.py`` the wrong answers that people really give. An answer that differs from the reference
is compared with each of those, and so its likely mistake gets a name.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from multihead.exercises import answers, experiments
from multihead.exercises.folders import Case, Exercise, generator, load, variant, without_reference

PASSED = "visible checks pass"
UNKNOWN = "This is none of the usual mistakes."

_NONE_GIVEN = object()


@dataclass(frozen=True, repr=False)
class Verdict:
    """The result of a check. It is shown as its message and is true if the checks pass."""

    passed: bool
    message: str
    #: The counter-example, to try again with ``function(*verdict.inputs.values())``.
    inputs: Case = field(default_factory=dict)
    #: The usual mistake whose results the answer has; None if it is none of them.
    misconception: str | None = None

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return self.message


def check(exercise: Any, answer: Any = _NONE_GIVEN, *, seed: int = 0) -> Verdict:
    """Check an answer to an exercise of the book.

    Parameters
    ----------
    exercise
        The name of the exercise; or only a function, if it has the name of the exercise.
    answer
        A function for a code exercise, numbers for one by hand; for an experiment, one number for
        each seed, of which only the form is checked.
    seed
        Another seed gives other inputs; an exercise by hand then has other numbers, which
        :func:`numbers` returns.

    Returns
    -------
    Verdict
        "visible checks pass", or the smallest counter-example and the likely mistake. Whatever
        the answer does, if it ends, gives a verdict and not an error.

    Raises
    ------
    TypeError
        If the exercise is neither a name nor a function with a name, or the seed is not a whole
        number.
    ValueError
        If there is no exercise of this name, no answer, or the seed is negative.
    """
    name = exercise if isinstance(exercise, str) else getattr(exercise, "__name__", None)
    if not isinstance(name, str) or not (callable(exercise) or isinstance(exercise, str)):
        raise TypeError(
            "give a function that has the name of its exercise, or the name and the answer: "
            'check("attention", my_function)'
        )
    if answer is _NONE_GIVEN:
        if isinstance(exercise, str):
            raise ValueError(f'no answer to check; give check("{name}", answer)')
        answer = exercise
    if name in without_reference():
        return Verdict(*experiments.look(name, answer))
    found = load(name)
    if found.by_hand == callable(answer):
        return Verdict(False, f"{name}: not yet.\n{_other_kind(found)}")
    cases = found.cases(generator(seed))
    given = [answer] if found.by_hand else [call(answer, case) for case in cases]
    return judge(found, cases, given)


def numbers(exercise: str, seed: int = 0) -> Case:
    """Return the numbers of an exercise by hand; every seed gives a fresh variant.

    Raises
    ------
    TypeError
        If the seed is not a whole number.
    ValueError
        If there is no exercise by hand of this name, or the seed is negative.
    """
    found = load(exercise)
    if not found.by_hand:
        raise ValueError(f"{exercise} asks for a function; only exercises by hand have numbers")
    return variant(found, seed)


def judge(exercise: Exercise, cases: list[Case], given: list[Any]) -> Verdict:
    """Compare what was answered to each case with the reference; the cases are sorted by size."""
    for case, answer in zip(cases, given, strict=True):
        expected = np.asarray(exercise.reference(*case.values()))
        fault = answers.fault(answer, expected, exercise.tolerance, secret=exercise.by_hand)
        if fault:
            likely = _likely(exercise, cases, given)
            fault += f"\nLikely: {likely}." if likely else f"\n{UNKNOWN}"
            if exercise.by_hand:
                return Verdict(False, f"{exercise.name}: not yet.\n{fault}", {}, likely)
            shown = "\n".join(answers.written(name, value) for name, value in case.items())
            text = f"{exercise.name}: not yet. The smallest counter-example:\n{shown}"
            return Verdict(False, f"{text}\n{fault}", case, likely)
    return Verdict(True, f"{exercise.name}: {PASSED}.")


def call(function: Callable[..., Any], case: Case) -> Any:
    """Call a function on a copy of the case; an exception becomes the answer."""
    try:
        return function(*copy.deepcopy(case).values())
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: it would end the reader's kernel
        return answers.Raised(error)


def _likely(exercise: Exercise, cases: list[Case], given: list[Any]) -> str | None:
    """Return the misconception whose results equal the given ones, wherever both have results."""
    for misconception, mistaken in exercise.wrong.items():
        telling = 0
        for case, answer in zip(cases, given, strict=True):
            made = call(mistaken, case)
            if answers.Raised in (type(made), type(answer)):
                continue
            if not answers.agree(answer, made, exercise.tolerance):
                break
            telling += not answers.agree(
                made, exercise.reference(*case.values()), exercise.tolerance
            )
        else:
            if telling:
                return misconception
    return None


def _other_kind(exercise: Exercise) -> str:
    if exercise.by_hand:
        return "The answer is a function; this exercise asks for numbers, for example a list."
    call = f"check({exercise.name})"
    return f"The answer is no function; give the function itself, without brackets: {call}"
