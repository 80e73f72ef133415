"""Inputs and reference of `share_on_links`."""

import numpy as np

ANSWERED_BY = ["multihead.language.links.at_links"]
SIZES = [(3, 1, 5, 1), (3, 5, 7, 1), (5, 3, 7, 3), (7, 3, 9, 5), (9, 5, 7, 3)]
KINDS = {
    "for one link in a sentence": lambda case: case["row"].shape[1] == 1,
    "for several links in a sentence": lambda case: case["row"].shape[1] > 1,
}


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, n, heads, pos, links):
    weights = rng.integers(1, 10, (n, heads, pos, pos)) ** 2.0
    row, target = (rng.integers(0, pos, (n, links)) for _ in range(2))
    missing = rng.random((n, links)) < 0.4
    missing[:, 0] = np.arange(n) == 1  # one sentence may have none, the others have one or more
    row[0, 0] = 0
    return {
        "pattern": weights / weights.sum(axis=-1, keepdims=True),
        "row": np.where(missing, -1, row),
        "target": np.where(missing, -1, target),
    }


def reference(pattern, row, target):
    found = [
        pattern[i, :, row[i, j], target[i, j]]
        for i in range(row.shape[0])
        for j in range(row.shape[1])
        if row[i, j] >= 0
    ]
    return sum(found) / len(found)
