"""Numbers and reference of `enough_width`."""

import numpy as np


def numbers(rng):
    """Draw a head with few targets, one with many and one that leaves out a token, in any order."""
    n = rng.choice(np.arange(7, 16), 3, replace=False)
    few, many = int(rng.integers(2, (n[0] - 1) // 2)), int(rng.integers(n[1] // 2 + 1, n[1] - 1))
    order = rng.permutation(3)
    return {"n": n[order], "k": np.array([few, many, n[2] - 1])[order]}


def reference(n, k):
    return np.minimum(2 * k, n - 1)
