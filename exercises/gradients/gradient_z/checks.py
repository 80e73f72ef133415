"""Inputs and reference of `gradient_z`; the reference makes one number after another 1."""

import numpy as np

# In the last, blocks are square: only there a forgotten transpose gives the right shape.
SIZES = [(1, 3, 5), (3, 5, 1), (5, 3, 7), (7, 3, 5), (3, 3, 3), (5, 1, 3)]


def cases(rng):
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * d_head
        G, W_O = rng.integers(-3, 4, (n, d_model)), rng.integers(-3, 4, (heads, d_head, d_model))
        made.append({"G": G / 1.0, "W_O": W_O / 1.0})
    return made


def reference(G, W_O):
    """Return the loss of each number alone; it is linear in them, so that is its derivative."""
    shape = len(W_O), len(G), W_O.shape[1]
    one_each = np.eye(np.prod(shape)).reshape(-1, *shape)
    losses = ((one_each @ W_O).sum(axis=1) * G).sum(axis=(1, 2))
    return losses.reshape(shape)
