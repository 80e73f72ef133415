"""Wrong answers to `words_before` that people really give."""

import numpy as np


def band(n, back, first=1):
    distance = np.arange(n)[:, None] - np.arange(n)
    return (first <= distance) & (distance <= back)


def repaired(mask):
    return mask | (np.eye(len(mask), dtype=bool) & ~mask.any(axis=1, keepdims=True))


def empty_row(n, back):
    return band(n, back)


def itself_too(n, back):
    return band(n, back, first=0)


def all_before(n, back):
    return repaired(band(n, n))


def one_less(n, back):
    return repaired(band(n, back - 1))


def one_more(n, back):
    return repaired(band(n, back + 1))


def only_the_last(n, back):
    return repaired(band(n, back, first=back))


def ahead(n, back):
    return repaired(band(n, back).T)


def turned(n, back):
    return repaired(band(n, back)).T


def forbidding(n, back):
    return ~repaired(band(n, back))


def first_for_all(n, back):
    mask = band(n, back)
    mask[:, 0] = True
    return mask


def to_add(n, back):
    return np.where(repaired(band(n, back)), 0, -np.inf)


WRONG = {
    "the first token may attend to nothing, but it should attend to itself": empty_row,
    "every token may attend to itself, but only one that has no other key should": itself_too,
    "all earlier tokens are allowed, but only the nearest should be": all_before,
    "each token may attend to one token too few": one_less,
    "each token may attend to one token too many": one_more,
    "only one offset is allowed, but all offsets from 1 to back should be": only_the_last,
    "each token attends to later tokens instead of earlier ones": ahead,
    "rows and columns are swapped, but rows should be queries": turned,
    "True forbids here, but it should allow": forbidding,
    "every token may attend to the first token, but only the first itself should": first_for_all,
    "this mask, of 0 and −∞, is for adding to the scores; the task asks for True and False": to_add,
}
