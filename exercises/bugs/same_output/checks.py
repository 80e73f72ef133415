"""Inputs and reference of `same_output`: pairs that agree, and pairs that only seem to."""

import numpy as np

SHAPES = [(1, 3, 5), (3, 1, 5), (3, 5, 1), (3, 5, 7)]


def cases(rng):
    made = []
    for shape in SHAPES:
        theirs = rng.permutation(np.prod(shape)).reshape(shape) / 2.0 - 4  # no number twice
        theirs[0, 0, 0] += 100  # the largest
        made += [(theirs * 1.0, theirs), (theirs * (1 + 1e-12), theirs)]
        made += [(theirs * 1e6 * (1 + 1e-9), theirs * 1e6), (theirs * 1e6 + 1, theirs * 1e6)]
        made += [(theirs * 2e-11, theirs * 1e-11), (theirs - 1, theirs)]
        made += [(theirs * 1e-9 * (1 + 1e-4), theirs * 1e-9)]
        changed = [theirs.copy() for _ in range(3)]
        changed[0][-1, -1, -1] += 3e-4  # one number; the mean difference is small
        changed[1][-1, -1, -1] = np.nan
        changed[2].flat[-2:] = theirs.flat[:-3:-1]  # the sum stays
        made += [(other, theirs) for other in changed]
        made.append((theirs.squeeze(), theirs))
        made.append((theirs[-1:, :1].copy(), np.broadcast_to(theirs[-1:, :1], shape).copy()))
    return [{"ours": ours, "theirs": theirs} for ours, theirs in made]


def reference(ours, theirs):
    if ours.shape != theirs.shape or np.isnan(ours).any():
        return False
    pairs = zip(ours.flat, theirs.flat, strict=True)
    return all(abs(a - b) <= 1e-6 * abs(theirs).max() for a, b in pairs)
