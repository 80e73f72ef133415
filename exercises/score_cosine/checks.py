"""Inputs and reference of `score_cosine`, the latter from the library."""

import torch
from multihead.metrics import matching_matrix_cosine

SIZES = [(3, 3, 1), (3, 5, 1), (1, 5, 3), (3, 7, 5), (5, 7, 3)]


def cases(rng):
    return [{name: matrices(rng, size) for name in ("W_Q", "W_K")} for size in SIZES]


def matrices(rng, size):
    """Draw numbers of either sign and none near 0, so that no matrix is 0."""
    return torch.from_numpy(rng.uniform(0.5, 1.5, size).round(1) * rng.choice([-1, 1], size))


def reference(W_Q, W_K):
    return matching_matrix_cosine(W_Q, W_K)
