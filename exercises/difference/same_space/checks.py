"""Inputs and reference of `same_space`, the latter from the library."""

from multihead.exercises import nonzero
from multihead.heads import subspace_overlap

SIZES = [(3, 1, 5), (5, 1, 3), (3, 3, 5), (3, 5, 7), (5, 3, 9)]


def cases(rng):
    return [{"W_O": nonzero(rng, size)} for size in SIZES]


def reference(W_O):
    return subspace_overlap(W_O.mT)
