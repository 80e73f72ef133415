"""Wrong answers to `shared_job` that people really give."""

import numpy as np


def not_squared(A, B):
    return np.array([A / 2, B, A, A / 2 + B])


def same_again(A, B):
    return np.array([A / 4, B, A / 2, A / 2])


def takes_over(A, B):
    return np.array([0, B, A, B])


def most_costly_first(A, B):
    return np.array([A / 4, B, A / 4 + B, A / 4 + B])


def never_again(A, B):
    return np.array([A / 4, B, A, A])


def rise_only(A, B):
    return np.array([A / 4, B, A, B])


def root(A, B):
    return np.sqrt([A / 4, B, A, A / 4 + B])


WRONG = {
    "half of a look-up costs a quarter of its variance, since errors are squared": not_squared,
    "the second half of a look-up costs three times as much as the first; errors are squared": (
        same_again
    ),
    "nothing is refitted, so the other head does not take over the whole look-up": takes_over,
    "by the costs in the full layer head 2 stays, since it costs most": most_costly_first,
    "once head 0 is gone, head 1 costs more than head 2, so head 2 is removed": never_again,
    "the last number is the whole error, not only what the second removal adds to it": rise_only,
    "square roots are taken, but costs and errors are mean squares here": root,
}
