"""Inputs and reference of `score_cosine`, pair by pair."""

import numpy as np
from multihead.exercises import nonzero

ANSWERED_BY = [
    "multihead.heads.difference.matching_matrix_cosine",
    "multihead.heads.difference.pattern_cosine",
    "multihead.heads.difference.output_cosine",
]
SIZES = [(3, 3, 1), (3, 5, 1), (1, 5, 3), (3, 7, 5), (5, 7, 3)]


def cases(rng):
    return [{name: nonzero(rng, size) for name in ("W_Q", "W_K")} for size in SIZES]


def reference(W_Q, W_K):
    tables = [Q @ K.T for Q, K in zip(W_Q, W_K, strict=True)]
    return np.array([[cosine(one, other) for other in tables] for one in tables])


def cosine(one, other):
    return np.vdot(one, other) / np.sqrt(np.vdot(one, one) * np.vdot(other, other))
