"""Numbers and reference of `without_a_head`."""

import numpy as np

TOLERANCE = 0.006


def numbers(rng):
    """Draw two heads that each do one look-up nearly right and leak a little into the other."""
    target = rng.choice([-2, -1, 1, 2], 4).astype(float)
    own = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])
    return {"writes": own * target + rng.choice([-0.5, 0, 0.5], (2, 4)), "target": target}


def reference(writes, target):
    without = [loss(writes[1], target), loss(writes[0], target)]
    return np.array(without) - loss(writes.sum(axis=0), target)


def loss(answer, target):
    return np.square(answer - target).mean()
