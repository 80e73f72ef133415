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
    "the first token may look at nothing; let it look at itself": empty_row,
    "every token may look at itself; only one without any other may": itself_too,
    "all tokens before are allowed; only the nearest are": all_before,
    "one token too few is allowed": one_less,
    "one token too many is allowed": one_more,
    "only one distance is allowed; all tokens up to it are": only_the_last,
    "tokens look ahead; rows are queries, columns keys": ahead,
    "rows and columns are swapped; rows are queries": turned,
    "True forbids; here True allows": forbidding,
    "every token may look at the first one; only the first itself needs it": first_for_all,
    "this mask is made to be added to the scores; give True and False": to_add,
}
