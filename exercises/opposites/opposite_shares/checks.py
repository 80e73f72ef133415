"""Numbers and reference of `opposite_shares`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw three different numbers with unequal gaps, so that no factor is 0."""
    m = np.zeros(3)
    while np.median(m) == m.mean():
        m = rng.choice(np.arange(-2, 4), 3, replace=False)
    return {"m": m}


def reference(m):
    first, second = 2.0**m, 0.5**m
    return first / first.sum() - second / second.sum()
