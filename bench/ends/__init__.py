"""Small experiments that show where a sentence of the book ends. Part of bench/where_it_ends.py.

Each trains plain layers in a setting of its own and returns a number for each of 20 seeds or more.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Tensor

SEEDS = range(20)


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
    return lambda g: MultiHeadAttention(*sizes, d_out=task.d_out, generator=g, **options)
