"""Numbers and reference of `tired_or_wide`."""

import numpy as np

TOLERANCE = 0.006
ALWAYS_ANIMAL = [[2, 1, 1, 1], [3, 1, 1, 1], [6, 3, 1, 1]]
UNLESS_TIRED = [[1, 6, 18, 3], [1, 7, 42, 2], [1, 6, 43, 3], [1, 8, 41, 1]]


def numbers(rng):
    heads = [rng.choice(ALWAYS_ANIMAL), rng.choice(UNLESS_TIRED)]
    return {"powers": rng.permutation(heads).astype(float)}


def reference(powers):
    """Return the weights of both heads on animal and street, added: with tired, then with wide."""
    return np.concatenate([together(powers[:, [0, 1, last]]) for last in (2, 3)])


def together(powers):
    return (powers / powers.sum(axis=1, keepdims=True)).sum(axis=0)[:2]
