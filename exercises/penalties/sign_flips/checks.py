"""Numbers and reference of `sign_flips`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    heads = int(rng.choice([3, 5, 7]))
    return {"heads": heads, "flipped": int(rng.integers(1, heads))}


def reference(heads, flipped):
    return np.array([((heads - 2 * flipped) / heads) ** 2, 1, 1 / heads**2])
