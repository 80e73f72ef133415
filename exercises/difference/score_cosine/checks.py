"""Inputs and reference of `score_cosine`, the latter from the library."""

from multihead.exercises import nonzero
from multihead.heads import matching_matrix_cosine

SIZES = [(3, 3, 1), (3, 5, 1), (1, 5, 3), (3, 7, 5), (5, 7, 3)]


def cases(rng):
    return [{name: nonzero(rng, size) for name in ("W_Q", "W_K")} for size in SIZES]


def reference(W_Q, W_K):
    return matching_matrix_cosine(W_Q, W_K)
