"""Inputs and reference of `prune`, which computes the loss of every set of heads it needs."""

import numpy as np

SIZES = [(3, 5), (3, 7), (5, 7), (5, 9), (7, 9)]


def cases(rng):
    """Give heads of which two write nearly the same, and no two orders that cost the same."""
    made = []
    for heads, n in SIZES:
        Y = rng.integers(-3, 4, (heads, n)) + rng.random((heads, n)) / 8
        Y[-1] = Y[0] + rng.random(n) / 8
        y = 0.8 * Y.sum(axis=0) + rng.integers(-3, 4, n)
        made.append({"C": np.round(Y @ Y.T / n, 3), "b": np.round(Y @ y / n, 3)})
    return made


def reference(C, b):
    left, order = list(range(len(b))), []
    while left:
        sets = [[j for j in left if j != head] for head in left]
        losses = [C[np.ix_(kept, kept)].sum() - 2 * b[kept].sum() for kept in sets]
        order.append(left.pop(int(np.argmin(losses))))
    return np.array(order)
