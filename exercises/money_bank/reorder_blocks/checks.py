"""Inputs and reference of `reorder_blocks`, block by block."""

import numpy as np

SIZES = [(3, 1, 5), (3, 5, 1), (5, 1, 7), (3, 5, 7), (5, 3, 9), (3, 3, 9)]


def cases(rng):
    """Give orders that differ from what they are backwards."""
    made = []
    for heads, d_head, d_model in SIZES:
        order = np.arange(heads)
        while (order[order] == np.arange(heads)).any():
            order = rng.permutation(heads)
        W_O = rng.permutation(heads * d_head * d_model).reshape(-1, d_model) / 1.0
        made.append({"W_O": W_O, "order": order})
    return made


def reference(W_O, order):
    d_head = len(W_O) // len(order)
    return np.concatenate([W_O[head * d_head :][:d_head] for head in order])
