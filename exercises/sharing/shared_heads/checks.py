"""Inputs and reference of `shared_heads`, head by head."""

import numpy as np

SIZES = [  # heads, groups, tokens, d_model, d_head, d_out
    (3, 1, 3, 5, 1, 3),
    (3, 3, 3, 5, 3, 1),
    (9, 3, 3, 5, 3, 1),
    (9, 3, 5, 3, 1, 7),
    (9, 3, 7, 5, 3, 5),
    (15, 3, 5, 7, 3, 1),
    (15, 5, 3, 7, 5, 9),
]
KINDS = {
    "for one group, or one for each head": lambda case: len(case["W_K"]) in (1, len(case["W_Q"])),
    "for several groups of several heads": lambda case: 1 < len(case["W_K"]) < len(case["W_Q"]),
}


def cases(rng):
    made = []
    for heads, groups, n, d_model, d_head, d_out in SIZES:
        shapes = {"x": (n, d_model), "W_Q": (heads, d_model, d_head)}
        shapes |= dict.fromkeys(("W_K", "W_V"), (groups, d_model, d_head))
        shapes["W_O"] = (heads, d_head, d_out)
        made.append({k: rng.integers(-2, 3, s) / 2 for k, s in shapes.items()})
    return made


def reference(x, W_Q, W_K, W_V, W_O):
    size, total = len(W_Q) // len(W_K), 0
    for head, Q in enumerate(W_Q):
        group = head // size
        powers = np.exp(x @ Q @ (x @ W_K[group]).T / Q.shape[1] ** 0.5)
        total = total + powers @ x @ W_V[group] @ W_O[head] / powers.sum(axis=1)[:, None]
    return total
