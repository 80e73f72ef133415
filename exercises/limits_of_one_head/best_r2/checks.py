"""Inputs and reference of `best_r2`."""

import numpy as np

SIZES = [(3, 5, 1), (5, 3, 1), (5, 7, 3), (7, 9, 3), (3, 5, 7)]
KINDS = {
    "for one head": lambda case: case["heads"] == 1,
    "for several heads": lambda case: case["heads"] > 1,
}


def cases(rng):
    made = []
    for rows, columns, heads in SIZES:
        K = rng.integers(-3, 4, (rows, columns)).astype(float)
        K[0, 0] = 4  # never all zeros
        made.append({"K": K, "heads": heads})
    return made


def reference(K, heads):
    squares = np.sort(np.linalg.eigvalsh(K @ K.T))[::-1]
    return squares[:heads].sum() / squares.sum()
