"""Inputs and reference of `median_step`, seed by seed."""

import numpy as np

SIZES = [(3, 5, 1), (5, 7, 1), (5, 7, 3), (7, 9, 3), (7, 11, 5)]
BOUNDS = [0.75, 0.65, 0.85, 0.75, 0.65]


def cases(rng):
    """Give curves that rise with a few falls; a minority of the seeds never passes the bound."""
    made = []
    for (seeds, n, look_ups), bound in zip(SIZES, BOUNDS, strict=True):
        r2 = np.stack([curves(rng, seeds, n, bound) for _ in range(look_ups)], axis=2)
        steps = np.append(0, rng.integers(3, 20, n - 1).cumsum())
        made.append({"r2": r2, "steps": steps, "bound": bound})
    return made


def curves(rng, seeds, n, bound):
    """Draw curves (seed, step) that begin below the bound, and some that stay there."""
    never = rng.integers(1, (seeds + 1) // 2)
    low = rng.integers(0, round(10 * bound), (seeds, n)) / 10
    high = rng.integers(round(10 * bound) + 1, 11, (seeds, n)) / 10
    passes = 1 + rng.permutation(n - 2)[: seeds - never]
    passes = np.concatenate([passes, np.full(never, n)])
    falls = rng.random((seeds, n)) < 0.3
    index = np.arange(n)
    above = (index == passes[:, None]) | ((index > passes[:, None]) & ~falls)
    return rng.permutation(np.where(above, high, low))


def reference(r2, steps, bound):
    medians = []
    for curve in np.moveaxis(r2, 2, 0):
        found = [[s for s, value in zip(steps, one, strict=True) if value > bound] for one in curve]
        order = sorted(min(one, default=10**9) for one in found)
        medians.append(order[len(order) // 2])
    return np.array(medians)
