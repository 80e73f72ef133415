"""Numbers and reference of `shared_job`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw B between a quarter and three quarters of A."""
    A = int(rng.integers(1, 10))
    return {"A": A, "B": round(A * float(rng.choice([0.3, 0.4, 0.5, 0.6, 0.7])), 1)}


def reference(A, B):
    return np.array([A / 4, B, A, A / 4 + B])
