"""Inputs and reference of `all_patterns`, head by head."""

import numpy as np

ANSWERED_BY = ["multihead.attention.attention"]
SIZES = [(3, 1, 3, 5), (3, 3, 1, 5), (1, 3, 5, 7), (3, 3, 5, 1), (5, 3, 3, 7), (3, 5, 7, 9)]


def cases(rng):
    made = []
    for heads, query, key, d_head in SIZES:
        q, k = (rng.integers(-2, 3, (heads, n, d_head)) / 1.0 for n in (query, key))
        made.append({"q": q, "k": k})
    return made


def reference(q, k):
    made = []
    for one_q, one_k in zip(q, k, strict=True):
        powers = np.exp(one_q @ one_k.T / one_q.shape[1] ** 0.5)
        made.append(powers / powers.sum(axis=1, keepdims=True))
    return np.stack(made)
