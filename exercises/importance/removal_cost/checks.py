"""Inputs and reference of `removal_cost`, which removes one head after the other."""

import torch

SIZES = [(3, 1, 5), (3, 5, 1), (1, 3, 5), (5, 3, 7), (7, 5, 3)]


def cases(rng):
    return [
        {
            "Y": torch.from_numpy(rng.integers(-3, 4, (heads, n, d_out)) / 1.0),
            "y": torch.from_numpy(rng.integers(-6, 7, (n, d_out)) / 1.0),
        }
        for heads, n, d_out in SIZES
    ]


def reference(Y, y):
    full = torch.nn.functional.mse_loss(Y.sum(dim=0), y)
    stays = 1 - torch.eye(len(Y), dtype=Y.dtype)
    without = [torch.einsum("h,hpo->po", gate, Y) for gate in stays]
    return torch.stack([torch.nn.functional.mse_loss(out, y) - full for out in without])
