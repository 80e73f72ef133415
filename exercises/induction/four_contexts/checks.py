"""Numbers and reference of `four_contexts`."""

import numpy as np

TOLERANCE = 0.006
FIRST = [0, 1, 0, 1]  # of each context: which token stands in the first position
SECOND = [0, 0, 1, 1]  # and in the second


def numbers(rng):
    """Draw e to the scores and values, so that the four logits differ and none is near 0."""
    while True:
        power = rng.integers(1, 7, (2, 2))
        value = rng.integers(-4, 5, (2, 2))
        found = reference(power, value)
        gaps = abs(np.subtract.outer(found, found))[np.triu_indices(4, 1)]
        if gaps.min() > 0.1 and abs(found).min() > 0.1 and (found > 0).any() and (found < 0).any():
            return {"power": power, "value": value}


def reference(power, value):
    weight = power * value
    total = weight[0, FIRST] + weight[1, SECOND]
    return total / (power[0, FIRST] + power[1, SECOND])
