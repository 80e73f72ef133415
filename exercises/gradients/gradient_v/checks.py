"""Inputs and reference of `gradient_v`; the reference makes one weight after another 1."""

import numpy as np

SIZES = [(3, 1, 3), (5, 3, 1), (3, 5, 1), (7, 3, 5), (5, 3, 7)]


def cases(rng):
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * d_head
        powers = rng.integers(1, 5, (heads, n, n)) / 1.0
        x, G = rng.integers(-3, 4, (2, n, d_model)) / 1.0
        W_O = rng.integers(-3, 4, (heads, d_head, d_model)) / 1.0
        made.append({"x": x, "A": powers / powers.sum(axis=-1, keepdims=True), "G": G, "W_O": W_O})
    return made


def reference(x, A, G, W_O):
    """Return the loss of each weight alone; it is linear in them, so that is its derivative."""
    shape = W_O.mT.shape
    one_each = np.eye(W_O.size).reshape(-1, *shape)
    losses = ((A @ x @ one_each @ W_O).sum(axis=1) * G).sum(axis=(1, 2))
    return losses.reshape(shape)
