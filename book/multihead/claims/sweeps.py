"""What programs of `bench/` found beside the chapters, where trying it there would take too long.

``bench/when_it_falls.py`` and ``bench/which_reads.py`` write `sweeps.json`; each part of the file
has the name of its program.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray

from multihead import results

FILE = Path(__file__).parents[2] / "sweeps.json"


def load(part: str) -> dict[str, Any]:
    """Read what one program found; nothing if it never ran."""
    return results.read(FILE).get(part, {"found": {}})["found"]


def keep(part: str, made_from: str, measurements: dict[str, Any]) -> None:
    """Replace what one program found; ``made_from`` is the digest of its code."""
    whole = results.read(FILE) | {part: results.sealed(made_from, found=measurements)}
    results.write(FILE, dict(sorted(whole.items())))


def when_it_falls(*settings: str) -> dict[str, Float[ndarray, " seed"]]:
    """Return, by setting, the steps until each seed named 80 % of the repeated symbols right.

    ``bench/when_it_falls.py`` trains in these settings, and looks at every tenth step. A seed that
    did not get there counts with the last step.

    Raises
    ------
    ValueError
        If a setting was not tried; the error lists those that were.
    """
    by_setting = load("when_it_falls")
    _check(settings, by_setting)
    return {name: _at_most(by_setting[name]["of"], by_setting[name]["steps"]) for name in settings}


def right_at_the_end(setting: str) -> Float[ndarray, " seed"]:
    """Return what share of the repeated symbols each seed of a setting names right at its end."""
    by_setting = load("when_it_falls")
    _check([setting], by_setting)
    return np.array(by_setting[setting]["right at the end"])


def which_reads() -> dict[str, Float[ndarray, " seed"]]:
    """Return what 300 pairs of heads do, by name; see ``bench/which_reads.py``."""
    return {name: np.array(values) for name, values in load("which_reads").items()}


def _at_most(last: int, steps: list[int | None]) -> ndarray:
    return np.array([last if step is None else step for step in steps], dtype=float)


def _check(settings: Sequence[str], by_setting: dict[str, Any]) -> None:
    if missing := [name for name in settings if name not in by_setting]:
        raise ValueError(f"{missing} were not tried; use {', '.join(by_setting)}")
