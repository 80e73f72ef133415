"""Wrong answers to `causal_mask` that people really give."""

import numpy as np


def forbidding(n):
    return ~np.tri(n, dtype=bool)


def strict(n):
    return np.tri(n, k=-1, dtype=bool)


def to_the_future(n):
    return np.tri(n, dtype=bool).T


def to_add(n):
    return np.where(np.tri(n, dtype=bool), 0.0, -np.inf)


def zeros_and_ones(n):
    return np.tri(n)


def one_more(n):
    return np.tri(n, k=1, dtype=bool)


def all_allowed(n):
    return np.ones((n, n), dtype=bool)


WRONG = {
    "True forbids, as in PyTorch's own layer; here True allows": forbidding,
    "a token may not look at itself, so the first may look at nothing": strict,
    "rows and columns are swapped, so tokens look only ahead": to_the_future,
    "this mask is made to be added to the scores; give True and False": to_add,
    "the mask holds 0 and 1; give True and False": zeros_and_ones,
    "the diagonal is off by one, so a token sees the next one": one_more,
    "every token sees all tokens": all_allowed,
}
