"""Numbers and reference of `how_far_it_moves`."""

import numpy as np

TOLERANCE = 0.015  # two decimals, with every step rounded


def numbers(rng):
    weights = rng.choice(np.arange(4, 46), (2, 2), replace=False) / 100
    return {"tired": weights[0], "wide": weights[1]}


def reference(tired, wide):
    shift = np.log(tired[0] / tired[1]) - np.log(wide[0] / wide[1])
    return np.array([shift, shift])
