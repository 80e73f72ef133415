"""What an answer is right for, by kind of case, and the points that this is worth.

An exercise may sort its cases into kinds; see ``KINDS`` in its ``checks.py``.
"""

from typing import Any

from multihead.exercises import answers
from multihead.exercises.borrowed import BorrowedError
from multihead.exercises.sheets import Sheet

from grading.marks.mark import Mark


def by_kind(sheet: Sheet, given: list[Any]) -> dict[str, bool]:
    """Say for each kind whether all of its cases are right; without kinds there is nothing."""
    if any(type(answer) is BorrowedError for answer in given):
        return dict.fromkeys(sheet.kinds, False)
    found = dict.fromkeys(sheet.kinds, True)
    for kind, answer, right in zip(sheet.kinds, given, sheet.right, strict=False):
        found[kind] &= answers.fault(answer, right, sheet.tolerance) is None
    return found


def said(kinds: dict[str, bool]) -> list[str]:
    """Say in a line what is right and what is wrong, if there is some of both."""
    if len(set(kinds.values())) < 2:
        return []
    right, wrong = (", ".join(k for k in kinds if kinds[k] == passed) for passed in (True, False))
    return [f"Right {right}; wrong {wrong}."]


def points(mark: Mark, worth: float, partial: bool) -> float:
    """Give all points or none; with ``partial`` the same part for every kind that is right."""
    if mark.passed or not (partial and mark.kinds):
        return worth * mark.passed
    return round(worth * sum(mark.kinds.values()) / len(mark.kinds), 2)
