"""Inputs and reference of `removal_cost`, which removes one head after the other."""

import numpy as np

ANSWERED_BY = ["multihead.heads.importance.ablation"]
SIZES = [(3, 1, 5), (3, 5, 1), (1, 3, 5), (5, 3, 7), (7, 5, 3)]


def cases(rng):
    return [
        {
            "Y": rng.integers(-3, 4, (heads, n, d_out)) / 1.0,
            "y": rng.integers(-6, 7, (n, d_out)) / 1.0,
        }
        for heads, n, d_out in SIZES
    ]


def reference(Y, y):
    full = mean_square(Y.sum(axis=0) - y)
    without = [np.delete(Y, head, axis=0).sum(axis=0) for head in range(len(Y))]
    return np.stack([mean_square(out - y) - full for out in without])


def mean_square(error):
    return np.vdot(error, error) / error.size
