"""Inputs and reference of `deal_out`, entry by entry."""

import numpy as np

SIZES = [(2, 3), (3, 2), (4, 5), (5, 3)]  # models, heads


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, models, heads):
    n = models * heads
    half = rng.integers(0, 50, (n, n))  # not symmetric, so that an exchanged axis shows
    return {
        "similarity": half.reshape(models, heads, models, heads),
        "order": rng.permutation(n),
    }


def reference(similarity, order):
    heads = similarity.shape[1]
    new = np.zeros_like(similarity)
    for (m, i, n, j), _ in np.ndenumerate(similarity):
        one, other = order[m * heads + i], order[n * heads + j]
        new[m, i, n, j] = similarity[one // heads, one % heads, other // heads, other % heads]
    return new
