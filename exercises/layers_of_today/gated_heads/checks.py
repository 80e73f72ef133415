"""Inputs and reference of `gated_heads`, number by number."""

import numpy as np

SIZES = [(2, 3, 5, 7, 1), (3, 2, 5, 3, 3), (2, 5, 3, 7, 7), (5, 3, 2, 7, 1), (3, 5, 7, 2, 2)]


def cases(rng):
    """Give one gate a head or d_head of them, and last a W_G that is 0."""
    made = [case(rng, *sizes) for sizes in SIZES]
    for width in (1, 7):
        at_zero = case(rng, 3, 5, 2, 7, width)
        made.append(at_zero | {"W_G": np.zeros_like(at_zero["W_G"])})
    return made


def case(rng, heads, n, d_model, d_head, width):
    powers = 2.0 ** rng.integers(-3, 4, (heads, n, n))
    return {
        "pattern": powers / powers.sum(axis=-1, keepdims=True),
        "v": rng.integers(-4, 5, (heads, n, d_head)) / 1.0,
        "x": rng.integers(-3, 4, (n, d_model)) / 2,
        "W_G": rng.integers(-3, 4, (heads, d_model, width)) / 2,
    }


def reference(pattern, v, x, W_G):
    z = np.zeros_like(v)
    for head, query, i in np.ndindex(v.shape):
        logit = x[query] @ W_G[head, :, i % W_G.shape[-1]]
        z[head, query, i] = pattern[head, query] @ v[head, :, i] / (1 + np.exp(-logit))
    return z
