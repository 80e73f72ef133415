"""Numbers and reference of `price_of_silence`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw a number of idle queries that is not half of them, so that the roles differ."""
    n = int(rng.choice([6, 8, 9, 10, 12, 15, 16]))
    idle = int(rng.choice([i for i in range(2, n - 1) if 2 * i != n]))
    return {"n": n, "idle": idle}


def reference(n, idle):
    p = idle / n
    return np.array([1 - p, (1 - p) / n**0.5, 100 * p / n, 100 * p / (4 * n)])
