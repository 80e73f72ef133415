"""Numbers and reference of `lin_parts`."""

import numpy as np

TOLERANCE = 0.006
ROWS = [[0.8, 0.2, 0], [0.5, 0.5, 0], [0.6, 0.2, 0.2], [0.6, 0.4, 0], [0.4, 0.4, 0.2]]


def numbers(rng):
    p, q = rng.choice(ROWS, 2, replace=False)
    return {"p": rng.permutation(p), "q": rng.permutation(q)}


def reference(p, q):
    own = (p @ p - 1) ** 2 + (q @ q - 1) ** 2
    return np.array([own, 2 * (p @ q) ** 2])
