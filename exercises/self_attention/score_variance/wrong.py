"""Wrong answers to `score_variance` that people really give."""

import numpy as np


def not_squared(d_head, var_q, var_k):
    return d_head * var_q * var_k / np.array([1, d_head**0.5, d_head])


def no_width(d_head, var_q, var_k):
    return var_q * var_k / np.array([1, d_head, d_head**2])


def squared_width(d_head, var_q, var_k):
    return d_head**2 * var_q * var_k / np.array([1, d_head, d_head**2])


def deviation(d_head, var_q, var_k):
    return np.sqrt(d_head * var_q * var_k) / np.array([1, d_head**0.5, d_head])


def variances_added(d_head, var_q, var_k):
    return d_head * (var_q + var_k) / np.array([1, d_head, d_head**2])


def always_1(d_head, var_q, var_k):
    return np.array([d_head * var_q * var_k, 1, 1 / d_head])


WRONG = {
    "a divisor counts by its square in a variance": not_squared,
    "d_head products add up, and so do their variances": no_width,
    "variances of independent numbers add up; d_head counts once, not squared": squared_width,
    "these are standard deviations; a variance is the square": deviation,
    "the variance of a product is the product of the variances, not their sum": variances_added,
    "1 holds only if the entries have variance 1": always_1,
}
