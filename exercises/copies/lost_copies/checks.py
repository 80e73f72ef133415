"""Numbers and reference of `lost_copies`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    return {"copies": int(rng.integers(3, 7)), "variance": int(rng.integers(1, 10))}


def reference(copies, variance):
    return variance * (np.array([1, 2, copies]) / copies) ** 2
