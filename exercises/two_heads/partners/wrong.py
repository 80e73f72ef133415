"""Wrong answers to `partners` that people really give."""

import numpy as np
from scipy.optimize import linear_sum_assignment


def distances(A, B):
    return np.square(A[:, None] - B).sum(axis=(2, 3))


def nearest(A, B):
    return distances(A, B).argmin(axis=1)


def first_come(A, B):
    apart, chosen = distances(A, B), []
    for row in apart:
        row[chosen] = np.inf
        chosen.append(int(row.argmin()))
    return np.array(chosen)


def closest_pair_first(A, B):
    apart = distances(A, B)
    partner = np.zeros(len(apart), dtype=int)
    for _ in partner:
        a, b = np.unravel_index(apart.argmin(), apart.shape)
        partner[a] = b
        apart[a], apart[:, b] = np.inf, np.inf
    return partner


def of_the_others(A, B):
    return linear_sum_assignment(distances(B, A))[1]


def farthest(A, B):
    return linear_sum_assignment(distances(A, B), maximize=True)[1]


def by_number(A, B):
    return np.arange(len(A))


def without_queries(A, B):
    A, B = (t.mean(axis=1, keepdims=True) for t in (A, B))
    return linear_sum_assignment(distances(A, B))[1]


WRONG = {
    "every head takes the nearest head of B, so two heads share a partner; each needs its own": (
        nearest
    ),
    "the heads choose one after the other, which need not minimise the sum over all pairs": (
        first_come
    ),
    "the closest pair is matched first, which need not minimise the sum over all pairs": (
        closest_pair_first
    ),
    "these are partners for the heads of B; give a partner in B for each head of A": of_the_others,
    "the sum of the distances is as large as possible here; make it as small as possible": farthest,
    "the heads are paired by their numbers, which mean nothing across training runs": by_number,
    "the patterns are averaged over the queries before they are compared; compare every row": (
        without_queries
    ),
}
