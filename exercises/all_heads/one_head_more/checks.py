"""Inputs and reference of `one_head_more`."""

import numpy as np

SIZES = [(3, 1, 5, 1), (3, 5, 1, 1), (5, 3, 1, 3), (3, 5, 7, 1), (5, 3, 7, 3)]


def cases(rng):
    return [
        {"W_O": rng.integers(1, 9, (n, d_head, d_model)) / 1.0, "head": head}
        for n, d_head, d_model, head in SIZES
    ]


def reference(W_O, head):
    half = W_O[head] / 2
    return np.stack([*W_O[:head], half, *W_O[head + 1 :], half])
