"""Inputs and reference of `followers`, cell by cell."""

import numpy as np

SIZES = [(1, 3), (3, 2), (5, 2), (7, 3), (9, 4)]


def cases(rng):
    """Give sequences with few symbols, so that most come again, some of them at once."""
    return [{"tokens": rng.integers(0, symbols, n)} for n, symbols in SIZES]


def reference(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    for query, symbol in enumerate(tokens):
        for key in range(1, query + 1):
            table[query, key] = tokens[key - 1] == symbol
    return table
