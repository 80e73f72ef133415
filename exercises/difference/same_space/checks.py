"""Inputs and reference of `same_space`, the latter from projections instead of bases."""

import numpy as np
from multihead.exercises import nonzero

ANSWERED_BY = ["multihead.heads.difference.subspace_overlap"]
SIZES = [(3, 1, 5), (5, 1, 3), (3, 3, 5), (3, 5, 7), (5, 3, 9)]


def cases(rng):
    return [{"W_O": nonzero(rng, size)} for size in SIZES]


def reference(W_O):
    onto = np.linalg.pinv(W_O) @ W_O
    return np.einsum("iab,jab->ij", onto, onto) / W_O.shape[1]
