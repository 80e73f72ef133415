"""Small experiments that show where a sentence of the book ends. Part of bench/where_it_ends.py.

They are for what no chapter trains in any setting; each module says what that is. An experiment
trains plain layers in a setting of its own and returns a number for each of 20 seeds or more.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import torch
from multihead.attention import MultiHeadAttention, PositionOnlyAttention
from multihead.tasks import LookUps
from multihead.train import data, fresh_generator, train
from torch import Tensor

SEEDS = range(20)
OTHER_SEEDS = 7  # the second set


class End(NamedTuple):
    """What is said, in which setting it was tried, and how to find a number for every seed."""

    said: str
    link: str  # the name of the section that says it
    setting: str
    what: str  # the number, in a few words
    found: Callable[[], Tensor]


def adam(rate: float) -> Callable[..., Any]:
    return partial(torch.optim.Adam, lr=rate, fused=True)


def scored(task: Any, model: Callable[..., Any], rate: float = 0.03, **plan: Any) -> Tensor:
    """Train a model and return the R² of every seed on new examples."""
    options = {"seeds": SEEDS, "steps": 300, "batch": 16, "optimizer": adam(rate)} | plan
    run = train(model, task, **options)
    x, y = task.sample(300, fresh_generator(1))
    return task.score(run.predict(x), y)


def paper(task: LookUps, n_heads: int, d_head: int | None = None, **options: Any) -> Any:
    """Return a maker of layers that fit a task."""
    sizes = (task.d_model, n_heads, d_head)
    kind = PositionOnlyAttention if "n_place" in options else MultiHeadAttention
    return lambda g: kind(*sizes, d_out=task.d_out, generator=g, **options)


def numbers(end: End) -> dict[str, Any]:
    """Run one experiment on two sets of seeds; return how many each has, and the number of each."""
    sets = [end.found()]
    with patch.object(data, "SEED_SET", OTHER_SEEDS):
        sets.append(end.found())
    number = share if set(torch.cat(sets).tolist()) <= {0.0, 1.0} else middle
    found, again = map(number, sets)
    return {"seeds": [*map(len, sets)], "found": found, "again": again}


def share(values: Tensor) -> dict[str, float]:
    return {"share": rounded(values.double().mean())}


def middle(values: Tensor) -> dict[str, float]:
    """Return the median and the ends of the middle 90 %."""
    percentiles = np.percentile(values.double().numpy(), [5, 50, 95])
    return dict(zip(("low", "median", "high"), map(rounded, percentiles), strict=True))


def rounded(value: float) -> float:
    return float(f"{value:.3g}")
