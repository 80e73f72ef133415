"""Numbers and reference of `look_ups`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw too few heads twice, then too many."""
    r, h = rng.integers(3, 10, 3), rng.integers(1, 3, 3)
    return {"heads": np.array([h[0], r[1] - 1, r[2] + h[2]]), "look_ups": r}


def reference(heads, look_ups):
    return np.minimum(1, heads / look_ups)
