"""Inputs and reference of `split_heads`."""

import numpy as np

SIZES = [(1, 3, 5), (5, 1, 3), (3, 5, 1), (3, 5, 7), (5, 3, 7), (3, 3, 3)]


def cases(rng):
    return [
        {
            "q": rng.integers(-9, 10, (n, heads * d_head)).astype(float),
            "n_heads": heads,
        }
        for n, heads, d_head in SIZES
    ]


def reference(q, n_heads):
    return np.stack(np.split(q, n_heads, axis=1))
