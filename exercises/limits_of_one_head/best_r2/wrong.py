"""Wrong answers to `best_r2` that people really give."""

import numpy as np


def values(K):
    return np.linalg.svd(K, compute_uv=False)


def not_squared(K, heads):
    return values(K)[:heads].sum() / values(K).sum()


def smallest(K, heads):
    return (values(K)[::-1][:heads] ** 2).sum() / (values(K) ** 2).sum()


def what_is_lost(K, heads):
    return (values(K)[heads:] ** 2).sum() / (values(K) ** 2).sum()


def one_more(K, heads):
    return (values(K)[: heads + 1] ** 2).sum() / (values(K) ** 2).sum()


def one_alone(K, heads):
    squares = values(K) ** 2
    return squares[min(heads, len(squares)) - 1] / squares.sum()


def all_equal(K, heads):
    return min(1.0, heads / np.linalg.matrix_rank(K))


def root(K, heads):
    return np.sqrt((values(K)[:heads] ** 2).sum() / (values(K) ** 2).sum())


WRONG = {
    "the singular values are not squared": not_squared,
    "the smallest singular values are kept, not the largest": smallest,
    "this is the fraction that is lost, 1 − R²": what_is_lost,
    "one singular value too many is kept": one_more,
    "only the last of the kept singular values is counted; add up the squares of all": one_alone,
    "min(1, h/r) holds only if all singular values are equal": all_equal,
    "this is the square root, R instead of R²": root,
}
