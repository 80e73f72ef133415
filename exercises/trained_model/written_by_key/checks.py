"""Inputs and reference of `written_by_key`, row by row."""

import numpy as np

SIZES = [(3, 5, 2, 7), (5, 3, 3, 2), (7, 5, 2, 3), (2, 7, 5, 9)]  # query, key, d_head, d_model


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, query, key, d_head, d_model):
    weights = rng.integers(1, 9, (query, key)).astype(float)
    v = rng.integers(-4, 5, (key, d_head)).astype(float)
    v[:, 0] = rng.permutation(key) + 1  # no value is zero
    W_O = rng.integers(-3, 4, (d_head, d_model)).astype(float)
    W_O[np.arange(d_head), np.arange(d_head) % d_model] += 5
    return {"pattern": weights / weights.sum(axis=1, keepdims=True), "v": v, "W_O": W_O}


def reference(pattern, v, W_O):
    total = np.zeros(pattern.shape[1])
    for row in pattern:
        norms = np.array(
            [np.sqrt((((a * one) @ W_O) ** 2).sum()) for a, one in zip(row, v, strict=True)]
        )
        total += norms / norms.sum()
    return total / len(pattern)
