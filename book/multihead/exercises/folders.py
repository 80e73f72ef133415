"""The exercises' folders: inputs, reference and usual wrong answers of each, found by its name."""

import importlib.util
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from multihead.exercises import answers, book_sections
from multihead.exercises.book_sections import Explained
from multihead.exercises.sheets import Case, Sheet, call
from multihead.validation import whole_numbers

FOLDER = Path(__file__).parents[3] / "exercises"
OF_A_CLASS = (
    "{name} with seed={label!r} has the numbers of a class; "
    "check it in the folder that your instructor handed out, which has their key"
)


class Exercise(NamedTuple):
    """What checks one exercise; a code exercise has many cases, one by hand has a single one."""

    name: str
    cases: Callable[[np.random.Generator], list[Case]]
    reference: Callable[..., Any]
    wrong: dict[str, Callable[..., Any]]
    by_hand: bool
    tolerance: float
    answered_by: list[str]  # functions of the library that would be the answer
    kinds: dict[str, Callable[[Case], bool]]  # of cases; each case is of exactly one, if any
    explained: Explained


@cache
def load(name: str) -> Exercise:
    """Load an exercise from its folder.

    Raises
    ------
    ValueError
        If there is no exercise of this name.
    """
    known_names = names()
    if name not in known_names:
        raise ValueError(f"no exercise is named {name!r}; there are {', '.join(known_names)}")
    return read(folder_of(name))


def read(folder: Path) -> Exercise:
    """Load an exercise from a folder of its name, wherever it lies.

    Raises
    ------
    ValueError
        If one of its files does not define what it is for.
    """
    checks, wrong = (_module(folder / f"{part}.py") for part in ("checks", "wrong"))
    by_hand = hasattr(checks, "numbers")
    inputs = "numbers" if by_hand else "cases"
    for module, needed in ((checks, inputs), (checks, "reference"), (wrong, "WRONG")):
        if not hasattr(module, needed):
            raise ValueError(f"{module.__file__} defines no `{needed}`")
    tolerance = getattr(checks, "TOLERANCE", 1e-4)
    answered_by = getattr(checks, "ANSWERED_BY", [])

    def cases(rng: np.random.Generator) -> list[Case]:
        if by_hand:
            return [_distinguishing_case(checks, wrong.WRONG, tolerance, rng)]
        return sorted(map(_case, checks.cases(rng)), key=size)

    kinds = getattr(checks, "KINDS", {})
    checking = wrong.WRONG, by_hand, tolerance, answered_by, kinds
    explained = book_sections.of_exercise(folder)
    return Exercise(folder.name, cases, checks.reference, *checking, explained)


def sheet(name: str, seed: int | str) -> Sheet:
    """Return what an answer is compared with, for one seed; no class's numbers are here.

    Raises
    ------
    ValueError
        If the seed is the label of a class.
    """
    if isinstance(seed, str):
        raise ValueError(OF_A_CLASS.format(name=name, label=seed))
    exercise = load(name)
    return filled(exercise, exercise.cases(generator(seed)))


def filled(exercise: Exercise, cases: list[Case]) -> Sheet:
    """Compute what is right in each case, and what each usual mistake gives."""
    right = [answers.read(exercise.reference(*case.values())) for case in cases]
    wrong = {m: [_readable(call(f, case)) for case in cases] for m, f in exercise.wrong.items()}
    kinds = tuple(_kind(exercise, case) for case in cases) if exercise.kinds else ()
    computed = Sheet(exercise.name, exercise.by_hand, exercise.tolerance, cases, right, wrong)
    return computed._replace(
        answered_by=exercise.answered_by, kinds=kinds, explained=exercise.explained
    )


def _kind(exercise: Exercise, case: Case) -> str:
    """Name the kind of a case."""
    kinds = [kind for kind, holds in exercise.kinds.items() if holds(case)]
    if len(kinds) != 1:
        raise ValueError(
            f"{exercise.name}: a case is of the kinds {kinds}; put it into one of KINDS"
        )
    return kinds[0]


def _readable(answer: Any) -> Any:
    """Return an answer as an array, or as what was raised in its place."""
    try:
        return answers.read(answer)
    except answers.UnreadableError as trouble:
        return answers.Raised.saying(str(trouble))


def variant(exercise: Exercise, seed: int) -> Case:
    """Return the numbers of an exercise by hand for one seed."""
    return exercise.cases(generator(seed))[0]


def generator(seed: int) -> np.random.Generator:
    """Return the generator of an exercise's inputs; the seed is a whole number from 0."""
    whole_numbers.check_sizes(0, seed=seed)
    return np.random.default_rng(seed)


def nonzero(rng: np.random.Generator, size: tuple[int, ...]) -> np.ndarray:
    """Draw numbers of either sign and none near 0, so that no row and no matrix is 0."""
    return rng.uniform(0.5, 1.5, size).round(1) * rng.choice([-1, 1], size)


def names() -> list[str]:
    """List the exercises that have a reference, in alphabetical order."""
    return sorted(path.parent.name for path in FOLDER.glob("*/*/checks.py"))


def without_reference() -> list[str]:
    """List the experiments, which a person grades."""
    return sorted({path.parent.name for path in FOLDER.glob("*/*/exercise.md")} - set(names()))


def folder_of(name: str) -> Path:
    """Return the folder of an exercise, which stands in the room of its subject."""
    (folder,) = FOLDER.glob(f"*/{name}")
    return folder


def _module(path: Path) -> Any:
    name = f"exercise_{path.parent.name}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _distinguishing_case(checks: Any, wrong: dict[str, Any], tolerance: float, rng: Any) -> Case:
    """Draw numbers until the right answer and all wrong ones differ from each other."""
    for _ in range(1000):
        case = _case(checks.numbers(rng))
        results = [function(*case.values()) for function in (checks.reference, *wrong.values())]
        if not any(answers.agree(a, b, 2 * tolerance) for a, b in combinations(results, 2)):
            return case
    raise RuntimeError("no numbers tell the wrong answers apart; change the range they come from")


def _case(case: Any) -> Case:
    if not isinstance(case, dict):
        kind = type(case).__name__
        raise TypeError(f"a case is a {kind}; give a dict of the arguments by their names")
    return case


def size(case: Case) -> int:
    """Count the numbers of a case; of two cases without arrays, the larger number is larger."""
    return sum(
        value if isinstance(value, int) else np.size(np.asarray(value)) for value in case.values()
    )
