"""The exercises' folders: inputs, reference and usual wrong answers of each, found by its name."""

import importlib.util
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from multihead import whole
from multihead.exercises import answers
from multihead.exercises.sheets import Case, Sheet, call

FOLDER = Path(__file__).parents[3] / "exercises"


class Exercise(NamedTuple):
    """What checks one exercise; a code exercise has many cases, one by hand has a single one."""

    name: str
    cases: Callable[[np.random.Generator], list[Case]]
    reference: Callable[..., Any]
    wrong: dict[str, Callable[..., Any]]
    by_hand: bool
    tolerance: float


@cache
def load(name: str) -> Exercise:
    """Load an exercise from its folder.

    Raises
    ------
    ValueError
        If there is no exercise of this name.
    """
    known = names()
    if name not in known:
        raise ValueError(f"no exercise is named {name!r}; there are {', '.join(known)}")
    checks, wrong = (_module(name, part) for part in ("checks", "wrong"))
    by_hand = hasattr(checks, "numbers")
    tolerance = getattr(checks, "TOLERANCE", 1e-4)

    def cases(rng: np.random.Generator) -> list[Case]:
        if by_hand:
            return [_telling(checks, wrong.WRONG, tolerance, rng)]
        return sorted(checks.cases(rng), key=size)

    return Exercise(name, cases, checks.reference, wrong.WRONG, by_hand, tolerance)


def sheet(name: str, seed: int) -> Sheet:
    """Return what an answer is compared with, for one seed."""
    found = load(name)
    return filled(found, found.cases(generator(seed)))


def filled(found: Exercise, cases: list[Case]) -> Sheet:
    """Compute what is right in each case, and what each usual mistake gives."""
    right = [answers.read(found.reference(*case.values())) for case in cases]
    wrong = {m: [_readable(call(f, case)) for case in cases] for m, f in found.wrong.items()}
    return Sheet(found.name, found.by_hand, found.tolerance, cases, right, wrong)


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
    whole.sizes(0, seed=seed)
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
    (found,) = FOLDER.glob(f"*/{name}")
    return found


def _module(name: str, part: str) -> Any:
    path = folder_of(name) / f"{part}.py"
    spec = importlib.util.spec_from_file_location(f"exercise_{name}_{part}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _telling(checks: Any, wrong: dict[str, Any], tolerance: float, rng: Any) -> Case:
    """Draw numbers until the right answer and all wrong ones differ from each other."""
    for _ in range(1000):
        case = checks.numbers(rng)
        results = [function(*case.values()) for function in (checks.reference, *wrong.values())]
        if not any(answers.agree(a, b, 2 * tolerance) for a, b in combinations(results, 2)):
            return case
    raise RuntimeError("no numbers tell the wrong answers apart; change the range they come from")


def size(case: Case) -> int:
    """Count the numbers of a case; of two cases without arrays, the larger number is larger."""
    return sum(
        value if isinstance(value, int) else np.size(np.asarray(value)) for value in case.values()
    )
