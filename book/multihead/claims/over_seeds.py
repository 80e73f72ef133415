"""One number from many seeds: a median, a mean or a share, which knows how many seeds it is of."""

from typing import Any

import numpy as np


class Statistic(float):
    """A number that sums up many seeds.

    Attributes
    ----------
    kind
        ``"median"``, ``"mean"`` or ``"share"``.
    seeds
        Number of seeds.
    """

    kind: str
    seeds: int

    def __new__(cls, number: Any, kind: str, seeds: int) -> "Statistic":
        statistic = super().__new__(cls, number)
        statistic.kind, statistic.seeds = kind, seeds
        return statistic


def median(values: Any) -> Statistic:
    """Take the median over the seeds; NaN if any value is NaN."""
    values = _row(values)
    return Statistic(np.median(values), "median", len(values))


def mean(values: Any) -> Statistic:
    """Take the mean over the seeds."""
    values = _row(values)
    return Statistic(np.mean(values), "mean", len(values))


def share(holds: Any) -> Statistic:
    """Return the share of seeds for which something is true, from 0 to 1.

    Raises
    ------
    TypeError
        If the values are not booleans: ``share(r2)`` instead of ``share(r2 > 0.9)``.
    """
    holds = _row(holds)
    if holds.dtype != bool:
        raise TypeError(f"share of {holds.dtype} values; give booleans, e.g. share(r2 > 0.9)")
    return Statistic(holds.mean(), "share", len(holds))


def _row(values: Any) -> np.ndarray:
    values = np.asarray(values)
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"values have shape {values.shape}; give one per seed, shape (seed,)")
    return values
