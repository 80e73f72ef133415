"""Inputs and reference of `on_line_starts`, query by query."""

import numpy as np

SIZES = [(1, 3, 5, 1), (3, 1, 7, 3), (5, 3, 7, 3), (3, 5, 9, 5)]
SYMBOLS = 9  # of which the first three begin a line


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, windows, heads, pos, first):
    """Draw until some of the queries that count are new and others are not."""
    while True:
        tokens = rng.integers(0, SYMBOLS, (windows, pos))
        stood = [token in row[:t] for row in tokens for t, token in enumerate(row) if t >= first]
        if 0 < sum(stood) < len(stood):
            break
    weights = np.tril(rng.integers(1, 10, (windows, heads, pos, pos)) ** 2.0)
    pattern = weights / weights.sum(axis=-1, keepdims=True)
    return {"pattern": pattern, "tokens": tokens, "starts": tokens < 3, "first": first}


def reference(pattern, tokens, starts, first):
    sums = {True: [], False: []}  # by whether the query's token has occurred before
    for patterns, row, begins in zip(pattern, tokens, starts, strict=True):
        for query in range(first, len(row)):
            stood = bool((row[:query] == row[query]).any())
            sums[stood].append(patterns[:, query, begins].sum(axis=1))
    return np.stack([np.mean(sums[stood], axis=0) for stood in (True, False)], axis=1)
