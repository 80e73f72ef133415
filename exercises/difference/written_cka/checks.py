"""Inputs and reference of `written_cka`, the latter from the library."""

import torch
from multihead.heads import linear_cka

SIZES = [(3, 5, 1, 3), (1, 5, 3, 7), (3, 7, 3, 5), (3, 9, 5, 7), (5, 9, 3, 7)]


def cases(rng):
    made = []
    for heads, n, d_head, d_model in SIZES:
        shapes = {"Z": (heads, n, d_head), "W_O": (heads, d_head, d_model)}
        made.append(
            {name: torch.from_numpy(rng.normal(1, 1, s).round(1)) for name, s in shapes.items()}
        )
    return made


def reference(Z, W_O):
    return linear_cka((Z @ W_O)[None])
