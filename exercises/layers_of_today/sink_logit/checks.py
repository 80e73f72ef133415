"""Numbers and reference of `sink_logit`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw whole numbers as powers of e, and no sink that takes more than half of the row."""
    a = rng.integers(1, 7, 3)
    return {"a": a, "b": int(rng.integers(2, a.sum() + 1)), "v": rng.integers(-8, 13, 3)}


def reference(a, b, v):
    return np.array(
        [b / (b + a.sum()), a @ v / (b + a.sum()), a @ v / a.sum(), a @ v / (1 + a.sum())]
    )
