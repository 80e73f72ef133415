"""Numbers and reference of `four_sentences`."""

import numpy as np

TOLERANCE = 0.015


def numbers(rng):
    return {"ratio": rng.choice(np.arange(-30, 31), (2, 2), replace=False) / 10}


def reference(ratio):
    crossed = (ratio[0, 0] - ratio[0, 1]) - (ratio[1, 0] - ratio[1, 1])
    word = (ratio[:, 0] - ratio[:, 1]).mean()
    no = (ratio[0] - ratio[1]).mean()
    return np.array([crossed, word, no])
