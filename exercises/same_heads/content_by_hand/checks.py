"""Numbers and reference of `content_by_hand`."""

import numpy as np

TOLERANCE = 0.015  # two decimals, with every step rounded


def numbers(rng):
    rows = rng.multinomial(7, [1 / 3] * 3, (2, 2)) + 1  # tenths, each at least one
    while (rows[:, 0] == rows[:, 1]).all(axis=1).any():  # a head that changes nothing
        rows = rng.multinomial(7, [1 / 3] * 3, (2, 2)) + 1
    a, b = rows / 10
    return {"a": a, "b": b}


def reference(a, b):
    x, y = (a - a.mean(axis=0)).ravel(), (b - b.mean(axis=0)).ravel()
    cosine = x @ y / np.sqrt(x @ x * (y @ y))
    return np.array([np.minimum(a, b).sum(axis=1).mean(), cosine])
