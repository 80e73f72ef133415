"""Inputs and reference of `choose_and_test`, head by head."""

import numpy as np

SIZES = [(3, 5, 2), (5, 7, 3), (7, 9, 2), (11, 5, 4)]  # heads, kinds, pairs of a kind


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, heads, kinds, pairs):
    kind = rng.permutation(np.repeat(np.arange(kinds) * 3 + 1, pairs))
    chosen = rng.choice(np.unique(kind), kinds // 2, replace=False)
    while True:  # until the head that is best on one side is another one than on both, or there
        right = rng.random((heads, len(kind))) < 0.5
        inside = np.isin(kind, chosen)
        sides = right[:, inside].mean(axis=1), right[:, ~inside].mean(axis=1)
        best, tested, whole = (x.argmax() for x in (*sides, right.mean(axis=1)))
        found = [tuple(side[h] for side in sides) for h in (best, tested, whole)]
        if len(set(found)) == 3 and found[0][0] != found[0][1]:
            return {"right": right, "kind": kind, "chosen": chosen}


def reference(right, kind, chosen):
    first = [i for i, k in enumerate(kind) if k in chosen]
    second = [i for i, k in enumerate(kind) if k not in chosen]
    best = max(range(len(right)), key=lambda h: (sum(right[h, i] for i in first), -h))
    return np.array([right[best, first].mean(), right[best, second].mean()])
