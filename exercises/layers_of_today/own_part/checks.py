"""Numbers and reference of `own_part`."""

import numpy as np

TOLERANCE = 0.006
APART_IF_QK_IS_SHARED = [4, 5, 6]
APART_IF_VO_IS_SHARED = [2, 3, 7]


def numbers(rng):
    """Draw six of the eight own parts, in any order."""
    return {"parts": 1 + rng.permutation(8)[:6]}


def reference(parts):
    rows = APART_IF_QK_IS_SHARED, APART_IF_VO_IS_SHARED
    return np.array([np.isin(parts, row) for row in rows]).astype(int)
