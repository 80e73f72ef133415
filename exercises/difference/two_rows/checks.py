"""Numbers and reference of `two_rows`."""

import numpy as np

TOLERANCE = 0.006
ROWS = [[4, 2, 2, 0], [4, 3, 1, 0], [5, 2, 1, 0], [6, 1, 1, 0]]  # in eighths


def numbers(rng):
    p, q = rng.choice(ROWS, 2, replace=False) / 8
    return {"p": rng.permutation(p), "q": rng.permutation(q)}


def reference(p, q):
    middle = (p + q) / 2
    divergence = (kl(p, middle) + kl(q, middle)) / 2
    return np.array([1 - divergence, p @ q / np.sqrt(p @ p * (q @ q))])


def kl(p, q):
    """Return the divergence in bits; a weight of 0 adds nothing."""
    return sum(a * np.log2(a / b) for a, b in zip(p, q, strict=True) if a > 0)
