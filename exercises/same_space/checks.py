"""Inputs and reference of `same_space`, the latter from the library."""

import torch
from multihead.metrics import subspace_overlap

SIZES = [(3, 1, 5), (5, 1, 3), (3, 3, 5), (3, 5, 7), (5, 3, 9)]


def cases(rng):
    return [{"W_O": nonzero(rng, size)} for size in SIZES]


def nonzero(rng, size):
    """Draw numbers of either sign and none near 0, so that no row is 0."""
    return torch.from_numpy(rng.uniform(0.5, 1.5, size).round(1) * rng.choice([-1, 1], size))


def reference(W_O):
    return subspace_overlap(W_O.mT)
