"""Numbers and reference of `no_match`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw a head that rests on its first key, and attends to its last one if that matches."""
    power = [rng.integers(4, 9), 1, 1, rng.integers(30, 60)]
    value = [rng.choice([0.1, 0.2, 0.3]), *rng.permutation(range(3, 10))[:3]]
    return {"power": np.array(power, dtype=float), "value": np.array(value)}


def reference(power, value):
    """Return the output with a match, without one, and without one and the first key."""
    no_match = np.array([power[0], 1, 1, 1])
    hidden = no_match * [0, 1, 1, 1]
    return np.array([powers @ value / powers.sum() for powers in (power, no_match, hidden)])
