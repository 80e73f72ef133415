"""Inputs and reference of `differential`, row by row."""

import numpy as np

SIZES = [(1, 3, 5, 1, 1), (3, 5, 1, 7, 1), (3, 5, 7, 1, 3), (5, 3, 1, 3, 7), (7, 5, 3, 9, 1)]


def cases(rng):
    """Give two patterns of different widths each time."""
    made = []
    for n, keys, d1, d2, d_v in SIZES:
        shapes = {
            "q1": (n, d1),
            "k1": (keys, d1),
            "q2": (n, d2),
            "k2": (keys, d2),
            "v": (keys, d_v),
        }
        case = {name: rng.integers(-3, 4, s) / 2 for name, s in shapes.items()}
        made.append(case | {"lam": float(rng.choice([0.3, 0.6, 0.8]))})
    return made


def reference(q1, k1, q2, k2, v, lam):
    rows = zip(q1, q2, strict=True)
    return np.stack([averaged(one, k1, v) - lam * averaged(other, k2, v) for one, other in rows])


def averaged(query, k, v):
    return np.average(v, axis=0, weights=np.exp(k @ query / len(query) ** 0.5))
