"""Wrong answers to `write`: repairs of one bug only, and new bugs."""

import numpy as np


def side_by_side(z):
    return np.concatenate(z, axis=1)


def as_given(z, W_O):
    return np.maximum(average(z, W_O), 0)


def average(z, W_O):
    return z.mean(axis=0) @ W_O[: z.shape[-1]]


def relu(z, W_O):
    return np.maximum(side_by_side(z) @ W_O, 0)


def first_block(z, W_O):
    return z.sum(axis=0) @ W_O[: z.shape[-1]]


def mean_of_parts(z, W_O):
    return side_by_side(z) @ W_O / len(z)


def by_reshape(z, W_O):
    return z.reshape(z.shape[1], -1) @ W_O


def alternating(z, W_O):
    return z.transpose(1, 2, 0).reshape(z.shape[1], -1) @ W_O


def no_matrix(z, W_O):
    return side_by_side(z)


def one_head(z, W_O):
    return z[0] @ W_O[: z.shape[-1]]


WRONG = {
    "this is the function as it was given, with both bugs": as_given,
    "the ReLU is gone, but the heads are still averaged": average,
    "the heads are joined now, but the ReLU still cuts off negative numbers": relu,
    "the heads are added before W_O, all through block 0, but each has its own block": first_block,
    "each head uses its own block now, but the contributions are still averaged": mean_of_parts,
    "the heads are joined by reshape, which mixes tokens and heads": by_reshape,
    "the heads alternate within a row, but the entries of a head should stay together": alternating,
    "W_O is missing": no_matrix,
    "only head 0 writes": one_head,
}
