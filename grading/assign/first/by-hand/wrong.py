"""Wrong answers to `NAME` that people really give, by what is wrong in them."""

import numpy as np


def total(x):
    return x.sum()


def middle(x):
    return np.median(x)


WRONG = {
    "the sum is not divided": total,
    "this is the median": middle,
}
