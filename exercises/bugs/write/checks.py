"""Inputs and reference of `write`, head by head."""

import numpy as np

SIZES = [(1, 3, 5, 1), (3, 3, 5, 1), (3, 5, 1, 7), (5, 3, 3, 7), (3, 5, 7, 9)]


def cases(rng):
    made = []
    for heads, n, d_head, d_out in SIZES:
        z = rng.integers(-3, 4, (heads, n, d_head)) / 1.0
        W_O = rng.integers(-3, 4, (heads * d_head, d_out)) / 1.0
        made.append({"z": z, "W_O": W_O})
    return made


def reference(z, W_O):
    return sum(head @ block for head, block in zip(z, np.split(W_O, len(z)), strict=True))
