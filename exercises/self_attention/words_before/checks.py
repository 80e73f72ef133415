"""Inputs and reference of `words_before`, entry by entry."""

import numpy as np

KINDS = {
    "for one word": lambda case: case["back"] == 1,
    "for several words": lambda case: case["back"] > 1,
}


def cases(rng):
    sizes = [(1, 1), (3, 1), (5, 1), (7, 3), (3, 5), (int(rng.choice([9, 11])), 5)]
    return [{"n": n, "back": back} for n, back in sizes]


def reference(n, back):
    allowed = [[k in range(q - back, q) for k in range(n)] for q in range(n)]
    allowed[0][0] = True
    return np.array(allowed)
