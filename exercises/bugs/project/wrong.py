"""Wrong answers to `project`: half repairs and new bugs."""

import numpy as np


def as_given(x, W, n_heads):
    parts = np.split(x, n_heads, axis=1)
    blocks = [np.split(rows, n_heads, axis=1) for rows in np.split(W, n_heads)]
    return np.stack([parts[i] @ blocks[i][i] for i in range(n_heads)])


def shared(x, W, n_heads):
    return np.stack([x @ np.split(W, n_heads, axis=1)[0]] * n_heads)


def by_reshape(x, W, n_heads):
    return (x @ W).reshape(n_heads, len(x), -1)


def weights_reshaped(x, W, n_heads):
    return x @ W.reshape(n_heads, len(W), -1)


def every_nth(x, W, n_heads):
    return np.stack([x @ W[:, i::n_heads] for i in range(n_heads)])


def heads_behind(x, W, n_heads):
    return (x @ W).reshape(len(x), n_heads, -1)


def averaged(x, W, n_heads):
    mean = heads_behind(x, W, n_heads).mean(axis=1)
    return np.stack([mean] * n_heads)


WRONG = {
    "this is the function as it was given, in which the input is cut up": as_given,
    "every head reads the whole token now, but the projection is shared": shared,
    "the product is cut by reshape, which mixes tokens and heads": by_reshape,
    "W is cut by reshape, which mixes rows, but a head has neighbouring columns": weights_reshaped,
    "a head gets every n-th column of W, but its columns should be neighbours": every_nth,
    "the transpose is missing, but the head axis should come first": heads_behind,
    "the heads are averaged, but each should have its own queries": averaged,
}
