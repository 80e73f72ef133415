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
    "every head takes its nearest, so two share a partner; each has its own": nearest,
    "the heads choose one after the other; the sum over all pairs counts": first_come,
    "the closest pair is taken first; the sum over all pairs counts": closest_pair_first,
    "the answer has a partner for each head of B; give one for each head of A": of_the_others,
    "the sum of the distances is the largest, not the smallest": farthest,
    "the heads are paired by their number, which means nothing across runs": by_number,
    "the patterns are averaged over the queries before they are compared": without_queries,
}
