"""Numbers and reference of `offsets_in_reach`."""

import numpy as np

FURTHEST = 11


def numbers(rng):
    """Draw three different offsets whose sum is still in the answer."""
    while True:
        back = rng.integers(1, 8, 3)
        if len(set(back)) == 3 and back.sum() <= FURTHEST:
            return {"back": back}


def reference(back):
    read = {0}
    for one in back:
        read |= {one + other for other in read}
    return np.isin(np.arange(FURTHEST + 1), list(read)).astype(int)
