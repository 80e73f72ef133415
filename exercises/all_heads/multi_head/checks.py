"""Inputs and reference of `multi_head`, head by head."""

import numpy as np

ANSWERED_BY = ["multihead.attention.MultiHeadAttention"]
SIZES = [(3, 3, 1), (5, 3, 1), (1, 3, 5), (5, 1, 3), (7, 3, 5), (9, 5, 3)]
KINDS = {
    "without a mask": lambda case: "mask" not in case,
    "with a mask": lambda case: "mask" in case,
}


def cases(rng):
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * d_head
        shapes = {"x": (n, d_model)}
        shapes |= dict.fromkeys(("W_Q", "W_K", "W_V"), (heads, d_model, d_head))
        shapes["W_O"] = (heads, d_head, d_model)
        for masked in (False, True):
            case = {name: rng.integers(-2, 3, s) / 2 for name, s in shapes.items()}
            mask = (rng.random((n, n)) < 0.5) | np.eye(n, dtype=bool)
            made.append(case | {"mask": mask} if masked else case)
    return made


def reference(x, W_Q, W_K, W_V, W_O, mask=None):
    blocks = zip(W_Q, W_K, W_V, W_O, strict=True)
    return sum(one_head(x @ Q, x @ K, x @ V, mask) @ out for Q, K, V, out in blocks)


def one_head(q, k, v, mask):
    allowed = True if mask is None else mask
    scores = np.where(allowed, q @ k.T / q.shape[1] ** 0.5, -np.inf)
    powers = np.exp(scores - scores.max(axis=1)[:, None])
    return powers @ v / powers.sum(axis=1)[:, None]
