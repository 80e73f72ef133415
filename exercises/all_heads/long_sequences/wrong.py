"""Wrong answers to `long_sequences` that people really give."""

import numpy as np


def from_length(equal, n):
    """Give the two answers of someone who thinks that the terms are equal at this length."""
    return np.array([equal, n / (equal + n)])


def scores_only(d_model, n_heads, n):
    return from_length(4 * d_model, n)


def by_head(d_model, n_heads, n):
    return from_length(2 * d_model / n_heads, n)


def wide(d_model, n_heads, n):
    return from_length(2 * d_model * n_heads, n)


def no_factors(d_model, n_heads, n):
    return from_length(d_model, n)


def without_way_back(d_model, n_heads, n):
    return from_length(1.5 * d_model, n)


def ratio(d_model, n_heads, n):
    return np.array([2 * d_model, n / (2 * d_model)])


def other_fraction(d_model, n_heads, n):
    return np.array([2 * d_model, 2 * d_model / (2 * d_model + n)])


WRONG = {
    "only the scores are counted, but the averages of the values grow with n² too": scores_only,
    "the width of a single head is used, but all heads together are d_model wide": by_head,
    "the length is multiplied by n_heads, which is in none of the costs of the paper form": wide,
    "the factors are left out; they are 8 for the projections and 4 for the n² term": no_factors,
    "W_O is not counted, but it is the fourth projection": without_way_back,
    "this is the ratio of the two terms, not a fraction of their sum": ratio,
    "this is the fraction of the projections, not of the n² term": other_fraction,
}
