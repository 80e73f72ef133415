"""Inputs and reference of `attention`."""

import numpy as np
from multihead.example import softmax

ANSWERED_BY = ["multihead.attention.attention"]
SIZES = [(1, 3, 5, 7), (3, 1, 5, 7), (3, 5, 1, 7), (3, 7, 5, 1), (5, 7, 9, 3), (9, 5, 3, 7)]
KINDS = {
    "without a mask": lambda case: "mask" not in case,
    "with a mask": lambda case: "mask" in case,
}


def cases(rng):
    """Give every size without a mask, then with one; square inputs come too."""
    made = []
    for query, key, d_head, d_value in [*SIZES, (3, 3, 5, 3)]:
        for masked in (False, True):
            q, k = rng.integers(-3, 4, (query, d_head)), rng.integers(-3, 4, (key, d_head))
            v, mask = rng.integers(-3, 4, (key, d_value)), rng.random((query, key)) < 0.6
            mask[:, 0] = True
            case = {"q": q / 1.0, "k": k / 1.0, "v": v / 1.0}
            made.append(case | {"mask": mask} if masked else case)
    return made


def reference(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -1e9)
    return softmax(scores) @ v
