"""Inputs and reference of `merge_heads`."""

import torch

SIZES = [(1, 3, 5), (3, 1, 5), (5, 3, 1), (3, 5, 7), (5, 3, 9)]


def cases(rng):
    return [{"Z": torch.from_numpy(rng.integers(-9, 10, s).astype(float))} for s in SIZES]


def reference(Z):
    return torch.cat(list(Z), dim=1)
