"""Where each seed's start and data come from, so that seed 17 is the same run everywhere.

All seeds of the book can be replaced by fresh ones with one number, the *seed set*: start Python
with ``MANY_HEADS_SEED_SET=7`` in its environment. The pages show set 0; there are four million,
since PyTorch's generator reads 32 bits of a seed.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from torch import Generator, Tensor


def read_seed_set(text: str) -> int:
    """Read the number of a seed set, a whole number from 0."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"MANY_HEADS_SEED_SET={text!r}; use a whole number, 0 or more")
    return int(text)


SEED_SET = read_seed_set(os.environ.get("MANY_HEADS_SEED_SET", "0"))
SEEDS_IN_A_SET = 10**9
FRESH = 500_000  # no chapter trains a seed as high as this
EXAMPLES_A_DRAW = 512  # drawing data for many steps in one go makes it cheap


@runtime_checkable
class Task(Protocol):
    """What training asks of a task, beside a ``loss``; see :mod:`multihead.tasks`."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, ...]: ...


def start_generator(seed: int) -> Generator:
    """Source of one seed's start."""
    return _generator(2 * seed)


def data_generator(seed: int) -> Generator:
    """Source of one seed's training data, which has nothing to do with its start."""
    return _generator(2 * seed + 1)


def fresh_generator(draw: int = 0) -> Generator:
    """Source of examples to score on, and of other draws that belong to no seed."""
    return _generator(2 * (FRESH + draw))


def numpy_generator(draw: int = 0) -> np.random.Generator:
    """Do as :func:`fresh_generator` does, for NumPy."""
    return np.random.default_rng([draw, SEED_SET])


def _generator(number: int) -> Generator:
    return Generator().manual_seed((number + 2 * SEEDS_IN_A_SET * SEED_SET) % 2**64)


def batches(
    task: Task, data_seeds: Sequence[int], batch: int, device: str | torch.device = "cpu"
) -> Iterator[tuple[Tensor, ...]]:
    """Give the batches that training takes, one step after another, each (seed, batch, ...).

    Every seed has its own generator and asks its task for about 512 examples at a time, so what
    a seed sees depends on the task, the seed and ``batch`` only.
    """
    generators = [data_generator(s) for s in data_seeds]
    per_draw = max(1, EXAMPLES_A_DRAW // batch)
    while True:
        n = per_draw * batch
        draws = [check_draw(task.sample(n, g), n) for g in generators]
        # Of each tensor: seed times (per_draw * batch, ...) -> (per_draw, seed, batch, ...).
        stacked = [
            torch.stack([t.unflatten(0, (per_draw, batch)) for t in seeds], dim=1).to(device)
            for seeds in zip(*draws, strict=True)
        ]
        yield from zip(*stacked, strict=True)


def check_draw(drawn: Any, n: int) -> tuple[Tensor, ...]:
    """Refuse what a task's ``sample(n, generator)`` should not give."""
    is_tuple = isinstance(drawn, tuple | list) and len(drawn) > 0
    if not is_tuple or not all(isinstance(t, Tensor) for t in drawn):
        kinds = [type(t).__name__ for t in drawn] if is_tuple else type(drawn).__name__
        raise TypeError(f"task.sample gave {kinds}; give a tuple of tensors, the target last")
    if any(t.shape[:1] != (n,) for t in drawn):
        shapes = ", ".join(str(tuple(t.shape)) for t in drawn)
        raise ValueError(
            f"task.sample({n}, generator) gave tensors of shape {shapes}; give {n} examples along "
            "the first axis of each"
        )
    return tuple(drawn)
