"""Inputs and reference of `gradient_v`; the reference differentiates."""

import torch

SIZES = [(3, 1, 3), (5, 3, 1), (3, 5, 1), (7, 3, 5), (5, 3, 7)]


def cases(rng):
    made = []
    for n, heads, d_head in SIZES:
        d_model = heads * d_head
        shares = torch.from_numpy(rng.integers(1, 5, (heads, n, n)) / 1.0)
        x, G = torch.from_numpy(rng.integers(-3, 4, (2, n, d_model)) / 1.0)
        W_O = torch.from_numpy(rng.integers(-3, 4, (heads, d_head, d_model)) / 1.0)
        made.append({"x": x, "A": shares / shares.sum(dim=-1, keepdim=True), "G": G, "W_O": W_O})
    return made


def reference(x, A, G, W_O):
    W_V = torch.zeros(W_O.mT.shape, dtype=x.dtype, requires_grad=True)
    loss = ((A @ x @ W_V @ W_O).sum(dim=0) * G).sum()
    return torch.autograd.grad(loss, W_V)[0]
