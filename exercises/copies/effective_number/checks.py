"""Numbers and reference of `effective_number`."""

import torch
from multihead import heads

TOLERANCE = 0.006


def numbers(rng):
    """Draw one large head, some smaller ones and one that writes nothing."""
    w = [int(rng.integers(6, 10)), *rng.integers(1, 5, 3), 0]
    return {"w": rng.permutation(w).astype(float)}


def reference(w):
    return heads.effective_number(torch.from_numpy(w)).numpy()
