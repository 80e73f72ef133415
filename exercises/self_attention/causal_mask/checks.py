"""Inputs and reference of `causal_mask`."""

import numpy as np


def cases(rng):
    return [{"n": int(n)} for n in sorted(rng.choice([1, 3, 5, 7, 9], 4, replace=False))]


def reference(n):
    position = np.arange(n)
    return position[:, None] >= position
