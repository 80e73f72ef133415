"""Numbers and reference of `best_pairing`."""

from itertools import permutations

import numpy as np

TOLERANCE = 0.015


def numbers(rng):
    return {"s": rng.integers(1, 7, (3, 3)).astype(float)}


def reference(s):
    sums = [sum(s[i, j] for i, j in enumerate(order)) for order in permutations(range(3))]
    return np.array([max(sums) / 3, s.mean()])
