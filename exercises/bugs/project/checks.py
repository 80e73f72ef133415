"""Inputs and reference of `project`, head by head."""

import numpy as np

SIZES = [(3, 5, 1), (3, 1, 5), (3, 3, 5), (5, 3, 1), (7, 5, 3)]


def cases(rng):
    """Give tokens wide enough that every head gets a slice of the same width."""
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * int(rng.choice([1, 3]))
        x = rng.integers(-3, 4, (n, d_model)) / 1.0
        W = rng.integers(-3, 4, (d_model, heads * d_head)) / 1.0
        made.append({"x": x, "W": W, "n_heads": heads})
    return made


def reference(x, W, n_heads):
    return np.stack([x @ own for own in np.split(W, n_heads, axis=1)])
