"""Inputs and reference of `round_trip`, trip by trip."""

from itertools import permutations

import numpy as np

SIZES = [(3, 2), (4, 3), (5, 7), (6, 5)]  # models, heads


def cases(rng):
    return [{"partner": draw(rng, *size)} for size in SIZES] + [{"partner": sort(rng, 5, 3)}]


def draw(rng, models, heads):
    """Give matchings that mostly agree, the one back not always that of the way there."""
    partner = sort(rng, models, heads)
    for a, b in permutations(range(models), 2):
        if rng.random() < 0.5:
            i, j = rng.choice(heads, 2, replace=False)
            partner[a, b, [i, j]] = partner[a, b, [j, i]]
    return partner


def sort(rng, models, heads):
    rank = np.stack([rng.permutation(heads) for _ in range(models)])
    return np.stack([[np.argsort(other)[one] for other in rank] for one in rank])


def reference(partner):
    models, _, heads = partner.shape
    arrived = [
        partner[c, a, partner[b, c, partner[a, b, i]]] == i
        for a, b, c in permutations(range(models), 3)
        for i in range(heads)
    ]
    return np.mean(arrived)
