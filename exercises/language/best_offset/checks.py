"""Inputs and reference of `best_offset`."""

import numpy as np

ANSWERED_BY = ["multihead.language.links.best_offsets"]
SIZES = [(5, 1), (7, 3), (9, 3), (11, 5), (21, 3)]
OFFSETS = [-4, -2, -1, 1, 3, 5]
MISSING = [0.1, 0.2, 0.7, 0.3, 0.6]  # in some cases more than any offset has


def cases(rng):
    return [draw(rng, *size, missing) for size, missing in zip(SIZES, MISSING, strict=True)]


def draw(rng, n, links, missing):
    """Draw links until one offset is right most often, and its size alone does not tell it."""
    while True:
        row = rng.integers(0, 9, (n, links))
        target = row + rng.choice(OFFSETS, (n, links), p=[0.1, 0.1, 0.2, 0.3, 0.2, 0.1])
        there = (rng.random((n, links)) > missing) & (target >= 0)
        times = counts(row, target, there)
        if there.sum() > 2 and times[-1] > times[-2] and (row[there] == 0).any():
            return {"row": np.where(there, row, -1), "target": np.where(there, target, -1)}


def counts(row, target, there):
    found = (target - row)[there]
    return sorted((found == offset).sum() for offset in OFFSETS)


def reference(row, target):
    found = [b - a for a, b in zip(row.flat, target.flat, strict=True) if a >= 0]
    best = max(set(found), key=found.count)
    return np.array([best, found.count(best) / len(found)])
