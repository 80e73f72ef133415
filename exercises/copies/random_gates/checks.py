"""Inputs and reference of `random_gates`, example by example."""

import numpy as np

SIZES = [(1, 3, 1, 5), (3, 1, 1, 5), (3, 5, 1, 1), (3, 5, 3, 1), (3, 3, 3, 3), (5, 3, 7, 1)]


def cases(rng):
    """Give examples that keep one head at least, and all of them not always."""
    made = []
    for batch, heads, n, d_out in SIZES:
        Y = rng.integers(-4, 5, (batch, heads, n, d_out)) / 1.0
        stays = rng.random((batch, heads)) < 0.6
        stays[:, 0] = True
        stays[:1, 1:] = False
        made.append({"Y": Y, "stays": stays, "rate": float(rng.choice([0.2, 0.25, 0.4]))})
    return made


def reference(Y, stays, rate):
    kept = [sum(y[s]) for y, s in zip(Y, stays, strict=True)]
    return np.stack(kept) / (1 - rate)
