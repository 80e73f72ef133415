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
    "dividing a score by c divides its variance by c², not by c": not_squared,
    "a score is a sum of d_head products, and their variances add up": no_width,
    "variances of independent products add up, so d_head counts once, not squared": squared_width,
    "these are standard deviations, and a variance is the square of one": deviation,
    "the variance of a product is the product of the variances, not their sum": variances_added,
    "the divided score has variance 1 only if all entries have variance 1": always_1,
}
