"""Numbers and reference of `long_sequences`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    return {
        "d_model": int(rng.choice([128, 256, 512, 768, 1024])),
        "n_heads": int(rng.choice([4, 8, 16])),
        "n": int(rng.choice([100, 200, 500, 1000, 3000])),
    }


def reference(d_model, n_heads, n):
    return np.array([2 * d_model, n / (2 * d_model + n)])
