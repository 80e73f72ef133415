"""Numbers and reference of `opposite_shares`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    return {"m": rng.choice(np.arange(-2, 4), 3, replace=False)}


def reference(m):
    first, second = 2.0**m, 0.5**m
    return first / first.sum() - second / second.sum()
