"""Inputs and reference of `written_likeness`, pair by pair and position by position."""

from itertools import combinations

import numpy as np
from multihead.exercises import nonzero

ANSWERED_BY = [
    "multihead.heads.difference.output_cosine",
    "multihead.heads.difference.pattern_cosine",
]
SIZES = [(3, 1, 3, 5), (3, 5, 1, 7), (3, 7, 3, 5), (5, 3, 1, 3), (5, 7, 3, 9)]


def cases(rng):
    made = []
    for heads, n, d_head, d_model in SIZES:
        shapes = {"Z": (heads, n, d_head), "W_O": (heads, d_head, d_model)}
        made.append({name: nonzero(rng, size) for name, size in shapes.items()})
    return made


def reference(Z, W_O):
    return np.mean(
        [
            cosine(one, other)
            for pair in combinations(Z @ W_O, 2)
            for one, other in zip(*pair, strict=True)
        ]
    )


def cosine(one, other):
    return one @ other / np.sqrt((one @ one) * (other @ other))
