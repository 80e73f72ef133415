"""Inputs and reference of `counted_twice`, set by set."""

from itertools import product

import numpy as np

SIZES = [(1, 3, 7), (5, 3, 7), (3, 5, 31), (5, 7, 59)]  # seeds, heads, sets


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, seeds, heads, n_sets):
    """Give the losses of the sets that are needed and of others, first of few heads; shuffled."""
    sets = np.array([*product([False, True], repeat=heads)])
    n_on = sets.sum(axis=1)
    order = np.lexsort((n_on, n_on < heads - 2))  # with more than two off, few on come first
    on = rng.permutation(sets[order[:n_sets]])
    return {"on": on, "loss": rng.integers(4, 40, (seeds, n_sets)) / 4}


def reference(on, loss):
    heads = on.shape[1]
    table = np.zeros((len(loss), heads, heads))
    for i in range(heads):
        for j in range(heads):
            if i != j:
                table[:, i, j] = cost(on, loss, [i]) + cost(on, loss, [j]) - cost(on, loss, [i, j])
    return table


def cost(on, loss, off):
    wanted = np.ones(on.shape[1], dtype=bool)
    wanted[off] = False
    (without,) = np.flatnonzero((on == wanted).all(axis=1))
    (whole,) = np.flatnonzero(on.all(axis=1))
    return loss[:, without] - loss[:, whole]
