"""Wrong answers to `effective_number` that people really give."""

import numpy as np


def all_that_write(w):
    return np.count_nonzero(w)


def all_heads(w):
    return len(w)


def upside_down(w):
    return (w**2).sum() / w.sum() ** 2


def not_squared(w):
    return w.sum() / (w**2).sum()


def by_largest(w):
    return w.sum() / w.max()


def squared_already(w):
    return np.sqrt(w).sum() ** 2 / w.sum()


def above_the_mean(w):
    return np.count_nonzero(w > w.mean())


def entropy(w):
    p = w[w > 0] / w.sum()
    return np.exp(-(p * np.log(p)).sum())


WRONG = {
    "every head that writes at all counts fully; a head that writes little counts little": (
        all_that_write
    ),
    "all heads are counted, even the one that writes nothing": all_heads,
    "the fraction is upside down; divide the squared sum by the sum of squares": upside_down,
    "the sum above the line is not squared; divide the squared sum by the sum of squares": (
        not_squared
    ),
    "the sum is divided by the largest size; divide the squared sum by the sum of squares": (
        by_largest
    ),
    "square roots are taken, but the numbers are mean squares already": squared_already,
    "only the heads above the average are counted; the formula weighs all by their size": (
        above_the_mean
    ),
    "this is the exponential of the entropy, which is a different effective number": entropy,
}
