"""The generators of each seed's start and data, so that seed 17 is the same run everywhere.

One number, the *seed set*, replaces all seeds of the book by fresh ones: start Python with
``MANY_HEADS_SEED_SET=7`` in its environment. The pages show set 0. There are four million sets,
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
EXAMPLES_A_DRAW = 512  # drawing data for many steps at once is faster


@runtime_checkable
class Task(Protocol):
    """What training needs from a task, besides a ``loss``; see :mod:`multihead.tasks`."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, ...]: ...


def start_generator(seed: int) -> Generator:
    """Return the generator of one seed's start."""
    return _generator(2 * seed)


def data_generator(seed: int) -> Generator:
    """Return the generator of one seed's training data, which is independent of its start."""
    return _generator(2 * seed + 1)


def perturbation_generator(seed: int) -> Generator:
    """Return the generator of what a setting adds to one seed's data: noise and dropout."""
    return _generator(SEEDS_IN_A_SET + 2 * seed)


def fresh_generator(draw: int = 0) -> Generator:
    """Return a generator for test examples and for other draws that belong to no seed."""
    return _generator(2 * (FRESH + draw))


def numpy_generator(draw: int = 0) -> np.random.Generator:
    """Return a NumPy generator for the same uses as :func:`fresh_generator`."""
    return np.random.default_rng([draw, SEED_SET])


def _generator(number: int) -> Generator:
    return Generator().manual_seed((number + 2 * SEEDS_IN_A_SET * SEED_SET) % 2**64)


def batches(
    task: Task, data_seeds: Sequence[int], batch: int, device: str | torch.device = "cpu"
) -> Iterator[tuple[Tensor, ...]]:
    """Yield the training batches, one per step, each (seed, batch, ...).

    Every seed has its own generator and draws about 512 examples at a time, so a seed's data
    depend only on the task, the seed and ``batch``.
    """
    generators = [data_generator(s) for s in data_seeds]
    per_draw = max(1, EXAMPLES_A_DRAW // batch)
    while True:
        n = per_draw * batch
        draws = [check_draw(task.sample(n, g), n) for g in generators]
        # For each tensor: one (per_draw * batch, ...) per seed -> (per_draw, seed, batch, ...).
        stacked = [
            torch.stack([t.unflatten(0, (per_draw, batch)) for t in seeds], dim=1).to(device)
            for seeds in zip(*draws, strict=True)
        ]
        yield from zip(*stacked, strict=True)


def check_draw(draw: Any, n: int) -> tuple[Tensor, ...]:
    """Reject a draw that is not a tuple of tensors with ``n`` examples each."""
    is_tuple = isinstance(draw, tuple | list) and len(draw) > 0
    if not is_tuple or not all(isinstance(t, Tensor) for t in draw):
        kinds = [type(t).__name__ for t in draw] if is_tuple else type(draw).__name__
        raise TypeError(f"task.sample gave {kinds}; give a tuple of tensors, the target last")
    if any(t.shape[:1] != (n,) for t in draw):
        shapes = ", ".join(str(tuple(t.shape)) for t in draw)
        raise ValueError(
            f"task.sample({n}, generator) gave tensors of shape {shapes}; give {n} examples along "
            "the first axis of each"
        )
    return tuple(draw)
