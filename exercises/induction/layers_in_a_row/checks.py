"""Inputs and reference of `layers_in_a_row`, query by query."""

import numpy as np

LAYERS = 3
SIZES = [(1, 5, 1), (5, 1, 7), (7, 5, 1), (9, 5, 7), (5, 7, 9)]


def cases(rng):
    """Give three heads in a row, of sizes that differ."""
    made = []
    for n, d_model, d_head in SIZES:
        read, write = (LAYERS, d_model, d_head), (LAYERS, d_head, d_model)
        shapes = {"x": (n, d_model), "W_Q": read, "W_K": read, "W_V": read, "W_O": write}
        made.append({name: rng.integers(-3, 4, s) / 2 for name, s in shapes.items()})
    return made


def reference(x, W_Q, W_K, W_V, W_O):
    for layer in range(LAYERS):
        rows = [one_row(x[: t + 1], W_Q[layer], W_K[layer], W_V[layer]) for t in range(len(x))]
        x = x + np.stack(rows) @ W_O[layer]
    return x


def one_row(seen, W_Q, W_K, W_V):
    """The average that the last of these tokens takes of all of them."""
    scores = seen @ W_K @ (seen[-1] @ W_Q) / W_Q.shape[1] ** 0.5
    return np.average(seen @ W_V, axis=0, weights=np.exp(scores - scores.max()))
