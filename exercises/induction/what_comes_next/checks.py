"""Numbers and reference of `what_comes_next`."""

import numpy as np

N_SYMBOLS = 5
TOLERANCE = 0.006


def numbers(rng):
    """Draw a sequence whose last symbol came four times before, with three kinds of followers."""
    last, once, twice, other, before = symbols = rng.permutation(N_SYMBOLS)
    gaps = rng.choice(symbols[1:], 4)
    followers = (once, twice, twice, other)
    pieces = [(gap, last, after) for gap, after in zip(gaps, followers, strict=True)]
    return {"tokens": np.array([*np.ravel(pieces), before, last])}


def reference(tokens):
    after = tokens[1:][tokens[:-1] == tokens[-1]]
    return np.bincount(after, minlength=N_SYMBOLS) / len(after)
