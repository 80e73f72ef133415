"""Numbers and reference of `score_variance`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    return {
        "d_head": int(rng.choice([4, 5, 8, 10, 16, 20, 25])),
        "var_q": int(rng.integers(1, 5)),
        "var_k": int(rng.integers(1, 5)),
    }


def reference(d_head, var_q, var_k):
    return d_head * var_q * var_k / np.array([1, d_head, d_head**2])
