"""Wrong answers to `written_by_key` that people really give."""

import numpy as np


def rows(norms):
    return (norms / norms.sum(axis=1, keepdims=True)).mean(axis=0)


def weights(pattern, v, W_O):
    return pattern.mean(axis=0)


def no_output_matrix(pattern, v, W_O):
    return rows(pattern * np.linalg.norm(v, axis=1))


def no_weights(pattern, v, W_O):
    norms = np.linalg.norm(v @ W_O, axis=1)
    return norms / norms.sum()


def summed_first(pattern, v, W_O):
    norms = (pattern * np.linalg.norm(v @ W_O, axis=1)).sum(axis=0)
    return norms / norms.sum()


def squared(pattern, v, W_O):
    return rows((pattern * np.linalg.norm(v @ W_O, axis=1)) ** 2)


def not_divided(pattern, v, W_O):
    return (pattern * np.linalg.norm(v @ W_O, axis=1)).mean(axis=0)


def by_largest(pattern, v, W_O):
    return rows(pattern * np.abs(v @ W_O).max(axis=1))


WRONG = {
    "these are the attention weights; multiply by the norm of what is written": weights,
    "the norm is that of the value; take the value times W_O": no_output_matrix,
    "the attention weights are missing": no_weights,
    "the rows are added before they are divided; divide each row by its sum first": summed_first,
    "these are squares of norms; take the norms": squared,
    "the rows are not divided by their sums": not_divided,
    "this is the largest entry, not the norm": by_largest,
}
