"""Wrong answers to `look_ups` that people really give."""

import numpy as np


def above_one(heads, look_ups):
    return heads / look_ups


def all_or_nothing(heads, look_ups):
    return (heads >= look_ups).astype(float)


def upside_down(heads, look_ups):
    return np.minimum(1, look_ups / heads)


def one_is_enough(heads, look_ups):
    return np.ones(3)


def one_head(heads, look_ups):
    return 1 / look_ups


def squared(heads, look_ups):
    return np.minimum(1, heads / look_ups) ** 2


WRONG = {
    "R² is never above 1, so a spare head adds nothing": above_one,
    "with too few heads R² is not 0, because each head can still do one look-up": all_or_nothing,
    "heads and look-ups are swapped in the fraction": upside_down,
    "one row of attention weights cannot do several look-ups at once": one_is_enough,
    "this is what one head reaches; every head can do a look-up": one_head,
    "h/r is already R², so it is not squared again": squared,
}
