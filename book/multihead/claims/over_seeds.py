"""One number from many seeds: a median, a mean or a share, which knows how many seeds it is of."""

from typing import Any

import numpy as np


class Found(float):
    """A number found over seeds.

    Attributes
    ----------
    kind
        ``"median"``, ``"mean"`` or ``"share"``.
    seeds
        Number of seeds.
    """

    kind: str
    seeds: int

    def __new__(cls, number: Any, kind: str, seeds: int) -> "Found":
        found = super().__new__(cls, number)
        found.kind, found.seeds = kind, seeds
        return found


def median(values: Any) -> Found:
    """Take the median over the seeds; NaN if any value is NaN."""
    values = _row(values)
    return Found(np.median(values), "median", len(values))


def mean(values: Any) -> Found:
    """Take the mean over the seeds."""
    values = _row(values)
    return Found(np.mean(values), "mean", len(values))


def share(holds: Any) -> Found:
    """Return the share of seeds for which something is true, from 0 to 1.

    Raises
    ------
    TypeError
        If the values are not booleans: ``share(r2)`` instead of ``share(r2 > 0.9)``.
    """
    holds = _row(holds)
    if holds.dtype != bool:
        raise TypeError(f"share of {holds.dtype} values; give booleans, e.g. share(r2 > 0.9)")
    return Found(holds.mean(), "share", len(holds))


def _row(values: Any) -> np.ndarray:
    values = np.asarray(values)
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"values have shape {values.shape}; give one per seed, shape (seed,)")
    return values
