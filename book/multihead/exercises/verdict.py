"""Instant feedback on an exercise in a notebook, with no grading package: ``check(attention)``.

In a copy of the repository, an exercise is a folder of ``exercises/``. Its ``checks.py`` has inputs
and a reference, its ``wrong.py`` the wrong answers that people really give. Elsewhere, such as in
the zip of notebooks, it is a key, which holds the same as data. An answer that differs from what is
right is compared with each usual mistake, and so its likely mistake gets a name, and leads to the
section that explains it.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from multihead.exercises import answers, counter_example, experiments, folders, keys, sealed
from multihead.exercises.assignment_file import with_import_warning
from multihead.exercises.book_sections import Section
from multihead.exercises.borrowed import BorrowedError
from multihead.exercises.sheets import Case, Sheet, call

PASSED = "visible checks pass"
UNKNOWN = "This is none of the usual mistakes."

_NO_ANSWER = object()


@dataclass(frozen=True, repr=False)
class Verdict:
    """The result of a check. It is shown as its message and is true if the checks pass."""

    passed: bool
    message: str
    #: The counter-example, to try again with ``function(*verdict.inputs.values())``.
    inputs: Case = field(default_factory=dict)
    #: The usual mistake whose results the answer has, or what it uses; None if neither is known.
    misconception: str | None = None
    #: The message in parts, for a page: its first line, the section that explains what is wrong,
    #: and all that follows.
    headline: str = ""
    section: Section | None = None
    details: str = ""
    #: The counter-example in a few lines.
    example: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return self.message


@with_import_warning
def check(exercise: Any, answer: Any = _NO_ANSWER, *, seed: int | str = 0) -> Verdict:
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
        :func:`numbers` returns. A notebook for a class names its class here.

    Returns
    -------
    Verdict
        "visible checks pass", or the likely mistake, the section that explains it, and the
        smallest counter-example. Whatever the answer does, if it ends, gives a verdict and not an
        error.

    Raises
    ------
    TypeError
        If the exercise is neither a name nor a function with a name, or the seed is neither a
        whole number nor a text.
    ValueError
        If there is no exercise of this name, no answer, or there are no inputs for this seed.
    """
    name = exercise if isinstance(exercise, str) else getattr(exercise, "__name__", None)
    if not isinstance(name, str) or not (callable(exercise) or isinstance(exercise, str)):
        raise TypeError(
            "give a function that has the name of its exercise, or the name and the answer: "
            'check("attention", my_function)'
        )
    if answer is _NO_ANSWER:
        if isinstance(exercise, str):
            raise ValueError(f'no answer to check; give check("{name}", answer)')
        answer = exercise
    if name in _source().without_reference():
        return Verdict(*experiments.check_form(name, answer))
    return compare(_source().sheet(name, seed), answer)


def numbers(exercise: str, seed: int | str = 0) -> Case:
    """Return the numbers of an exercise by hand; every seed gives a fresh variant.

    Raises
    ------
    TypeError
        If the seed is neither a whole number nor a text.
    ValueError
        If there is no exercise by hand of this name, or the seed is negative or not here.
    """
    sheet = _source().sheet(exercise, seed)
    if not sheet.by_hand:
        raise ValueError(f"{exercise} asks for a function; only exercises by hand have numbers")
    return sheet.cases[0]


def compare(sheet: Sheet, answer: Any) -> Verdict:
    """Call the answer on each case, or take it as it is, and judge what comes."""
    if sheet.by_hand:
        return judge(sheet, [answer])
    if not callable(answer):
        fix = f"give the function itself, without brackets: check({sheet.name})"
        return _not_yet(sheet, "", None, f"The answer is not a function; {fix}")
    return judge(sheet, [call(answer, case, sheet.answered_by) for case in sheet.cases])


def judge(sheet: Sheet, given: list[Any]) -> Verdict:
    """Compare what was answered to each case with what is right; the cases are sorted by size."""
    if sheet.seal:
        fault, likely = sealed.compare(sheet, sheet.seal, given[0])
        return _by_hand(sheet, given[0], fault, likely) if fault else _passed(sheet)
    for answer in given:
        if type(answer) is BorrowedError:
            reason = f"It uses {answer}, which is the answer itself; write it out."
            return _not_yet(sheet, reason, f"uses {answer}", "")
    for case, expected, answer in zip(sheet.cases, sheet.right, given, strict=True):
        fault = answers.fault(answer, expected, sheet.tolerance, secret=sheet.by_hand)
        if fault:
            likely = _likely(sheet, given)
            if sheet.by_hand:
                return _by_hand(sheet, answer, fault, likely)
            inputs = [answers.written(name, value) for name, value in case.items()]
            details = "\n".join(["The smallest counter-example:", *inputs, fault])
            example = counter_example.lines(case, expected, answer, fault, sheet.tolerance)
            raised = answer if type(answer) is answers.Raised else None
            verdict = _not_yet(sheet, _likely_text(likely, raised), likely, details)
            return replace(verdict, inputs=case, example=example)
    return _passed(sheet)


def _passed(sheet: Sheet) -> Verdict:
    headline = f"{sheet.name}: {PASSED}."
    return Verdict(True, headline, headline=headline)


def _by_hand(sheet: Sheet, answer: Any, fault: str, likely: str | None) -> Verdict:
    """Say what is wrong; only numbers in the right form may be a mistake that is not usual."""
    unfit = answers.misfit(answer, sheet.right[0], by_hand=True)
    return _not_yet(sheet, "" if unfit and not likely else _likely_text(likely), likely, fault)


def _not_yet(sheet: Sheet, reason: str, misconception: str | None, details: str) -> Verdict:
    """Say first what is wrong, then which section explains it, then the rest."""
    headline = f"{sheet.name}: not yet. {reason}".rstrip()
    section = sheet.explained.get(misconception) if reason else None
    leads_on = []
    if section:
        leads_on = [section.sentence(misconception), section.address(sheet.chapters)]
    message = "\n".join(filter(None, [headline, *leads_on, details]))
    return Verdict(False, message, {}, misconception, headline, section, details)


def _likely_text(likely: str | None, raised: answers.Raised | None = None) -> str:
    if likely:
        return f"Likely: {likely}."
    if raised is None:
        return UNKNOWN
    error = raised.text.partition("\n")[0].rstrip(".")
    return f"It raised {error}{f', in line {raised.line}' if raised.line else ''}."


def _source() -> Any:
    """Return what has the exercises: the folders of the repository, or else their keys."""
    return folders if folders.FOLDER.is_dir() else keys


def _likely(sheet: Sheet, given: list[Any]) -> str | None:
    """Return the misconception whose results equal the given ones, wherever both have results."""
    for misconception, results in sheet.wrong.items():
        telling = 0
        for answer, mistaken, right in zip(given, results, sheet.right, strict=True):
            if answers.Raised in (type(mistaken), type(answer)):
                continue
            if not answers.agree(answer, mistaken, sheet.tolerance):
                break
            telling += not answers.agree(mistaken, right, sheet.tolerance)
        else:
            if telling:
                return misconception
    return None
