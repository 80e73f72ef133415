"""Exercises of a course alone: make a first one, and refuse one that could not be marked."""

import keyword
import re
from pathlib import Path
from typing import Any

import numpy as np
from multihead.exercises import answers, keys, verdict
from multihead.exercises.sheets import Sheet

from exercises import source as exercise_source
from exercises.source import PARTS, Source
from grading import catalogue
from grading.course import Course, CourseError

FIRST = Path(__file__).parent / "first"  # by kind, an exercise to begin from
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,60}")
ARGUMENTS = (np.ndarray, np.generic, bool, int, float, str, type(None))


def make(course: Course, name: str, kind: str) -> Path:
    """Write a first exercise that works, to change into one's own."""
    folder = course.exercises / name
    _check_name(folder, name)
    if kind not in PARTS:
        raise CourseError(f"{kind!r} is no kind of exercise; choose one of {', '.join(PARTS)}")
    if folder.exists():
        raise CourseError(f"{folder} is there already; change it, or choose another name")
    folder.mkdir(parents=True)
    for file in sorted((FIRST / kind).glob("*.*")):
        text = file.read_text("utf-8").replace("NAME", name)
        (folder / file.name).write_text(text, encoding="utf-8")
    return folder


def check(folder: Path, secret: int) -> None:
    """Refuse an own exercise that could not be set or marked; the message names file and fix."""
    _check_name(folder, folder.name)
    source = catalogue.source(folder)
    kind = source.fields["kind"]
    _check_stub(source)
    if kind == "experiment":
        if catalogue.is_checked(folder):
            raise CourseError(f"{folder / 'checks.py'}: a person grades an experiment; remove it")
        return
    _check_mistakes(folder, catalogue.load(folder).wrong)
    sheet = catalogue.sheet(folder, secret)
    if sheet.by_hand != (kind == "by-hand"):
        has, needs = ("numbers", "cases") if sheet.by_hand else ("cases", "numbers")
        raise CourseError(f"{folder / 'checks.py'} has `{has}`; one of kind {kind} has `{needs}`")
    _check_inputs(folder, sheet, catalogue.sheet(folder, secret))
    _check_right(folder, sheet)
    _check_wrong(folder, sheet)
    with catalogue.told(folder, "exercise.md"):
        exercise_source.fill(source, source.task, sheet.cases[0])
    _check_solution(source, sheet)


def _check_name(folder: Path, name: str) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name in ("check", "top"):
        raise CourseError(
            f"{name!r} cannot name an exercise, since its answer is a name in Python: use a "
            "letter, then letters, digits and _, as in row_means; not check, top or a keyword"
        )
    if name in catalogue.of_the_book():
        raise CourseError(f"the book has an exercise {name} too; name yours otherwise: {folder}")


def _check_stub(source: Source) -> None:
    file, wanted = source.folder / "exercise.md", source.name
    if not source.stub:
        raise CourseError(f"{file}: Stub is one piece of code, between ```python and ```")
    if source.fields["kind"] != "code":
        wanted = "answer"
    if not re.search(rf"^(def {wanted}\(|{wanted} *=)", source.stub, re.MULTILINE):
        form = f"def {wanted}(…):" if wanted == source.name else f"{wanted} = ..."
        raise CourseError(f"{file}: the stub does not bind the answer; write `{form}` in it")
    _compiled(file, "Stub", source.stub)


def _compiled(file: Path, part: str, code: str) -> Any:
    try:
        return compile(code, f"{part} of {file}", "exec")
    except SyntaxError as error:
        raise CourseError(f"{file}: line {error.lineno} of {part}: {error.msg}") from None


def _check_inputs(folder: Path, sheet: Sheet, again: Sheet) -> None:
    file = folder / "checks.py"
    if not sheet.cases:
        raise CourseError(f"{file}: `cases` returns no case; return a list of one or more")
    for case in sheet.cases:
        for name, value in case.items():
            if not (isinstance(value, ARGUMENTS) or answers.is_tensor(value)):
                kind = type(value).__name__
                raise CourseError(f"{file}: {name} is a {kind}; give an array, a number or text")
    if keys.written({0: sheet}) != keys.written({0: again}):
        raise CourseError(
            f"{file} draws other inputs for the same seed, or the reference gives other numbers; "
            "take all that is random from `rng`"
        )


def _check_right(folder: Path, sheet: Sheet) -> None:
    for case, right in zip(sheet.cases, sheet.right, strict=True):
        if right.dtype.kind not in answers.KINDS or not np.isfinite(right).all():
            shown = ", ".join(answers.written(name, value) for name, value in case.items())
            raise CourseError(f"{folder / 'checks.py'}: the reference is not finite for {shown}")


def _check_mistakes(folder: Path, wrong: Any) -> None:
    named = isinstance(wrong, dict) and all(isinstance(mistake, str) for mistake in wrong)
    if not named or not wrong or not all(map(callable, wrong.values())):
        raise CourseError(
            f"{folder / 'wrong.py'}: WRONG is a dict of functions, one or more, by what is wrong "
            "in them, in words"
        )


def _check_wrong(folder: Path, sheet: Sheet) -> None:
    for mistake, given in sheet.wrong.items():
        made = [
            (one, right)
            for one, right in zip(given, sheet.right, strict=True)
            if type(one) is not answers.Raised
        ]
        start = f"{folder / 'wrong.py'}: {mistake!r}"
        if not made:
            raise CourseError(f"{start} gives no answer in any case: {given[0].text}")
        if all(answers.agree(one, right, sheet.tolerance) for one, right in made):
            raise CourseError(f"{start} gives what the reference gives; remove it, or add a case")


def _check_solution(source: Source, sheet: Sheet) -> None:
    code = exercise_source.code(source.solution)
    if not code or sheet.by_hand:
        return
    file, space = source.folder / "exercise.md", {}
    compiled = _compiled(file, "Solution", code)
    with catalogue.told(source.folder, "Solution of exercise.md"):
        exec(compiled, space)
    found = verdict.compare(sheet, space.get(source.name))
    if not found:
        raise CourseError(f"{file}: the solution is not right.\n{found}")
