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
    "True forbids here, as in PyTorch's own layer, but it should allow": forbidding,
    "a token may not attend to itself, so the first token has nothing to attend to": strict,
    "rows and columns are swapped, so a token attends to itself and to later tokens": to_the_future,
    "this mask, of 0 and −∞, is for adding to the scores; the task asks for True and False": to_add,
    "the entries are 0 and 1; the task asks for True and False": zeros_and_ones,
    "the diagonal is off by one, so a token may also attend to the next token": one_more,
    "every token may attend to all tokens, the later ones too": all_allowed,
}
