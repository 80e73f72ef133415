"""Inputs and reference of `gradient_z`; the reference differentiates."""

import torch

SIZES = [(1, 3, 5), (3, 5, 1), (5, 3, 7), (7, 3, 5), (3, 3, 3)]


def cases(rng):
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * d_head
        G, W_O = rng.integers(-3, 4, (n, d_model)), rng.integers(-3, 4, (heads, d_head, d_model))
        made.append({"G": torch.from_numpy(G / 1.0), "W_O": torch.from_numpy(W_O / 1.0)})
    return made


def reference(G, W_O):
    Z = torch.zeros(len(W_O), len(G), W_O.shape[1], dtype=G.dtype, requires_grad=True)
    loss = ((Z @ W_O).sum(dim=0) * G).sum()
    return torch.autograd.grad(loss, Z)[0]
