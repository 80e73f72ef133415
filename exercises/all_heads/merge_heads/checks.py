"""Inputs and reference of `merge_heads`."""

import numpy as np

SIZES = [(1, 3, 5), (3, 1, 5), (5, 3, 1), (3, 5, 7), (5, 3, 9)]


def cases(rng):
    return [{"Z": rng.integers(-9, 10, s).astype(float)} for s in SIZES]


def reference(Z):
    return np.concatenate(Z, axis=1)
