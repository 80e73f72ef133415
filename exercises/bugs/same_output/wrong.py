"""Wrong answers to `same_output` that people really give."""

import numpy as np


def allclose(ours, theirs):
    return ours.shape == theirs.shape and np.allclose(ours, theirs)


def bare_allclose(ours, theirs):
    return np.allclose(ours, theirs)


def fixed(ours, theirs):
    return ours.shape == theirs.shape and np.allclose(ours, theirs, rtol=0, atol=1e-6)


def exact(ours, theirs):
    return np.array_equal(ours, theirs)


def stretched(ours, theirs):
    return np.abs(ours - theirs).max() <= 1e-6 * np.abs(theirs).max()


def flattened(ours, theirs):
    if ours.size != theirs.size:
        return False
    return stretched(ours.ravel(), theirs.ravel())


def nan_passes(ours, theirs):
    if ours.shape != theirs.shape:
        return False
    return not (np.abs(ours - theirs) > 1e-6 * np.abs(theirs).max()).any()


def cancelling(ours, theirs):
    if ours.shape != theirs.shape:
        return False
    return abs((ours - theirs).sum()) <= 1e-6 * np.abs(theirs).max()


def mean(ours, theirs):
    if ours.shape != theirs.shape:
        return False
    return np.abs(ours - theirs).mean() <= 1e-6 * np.abs(theirs).max()


def no_sign(ours, theirs):
    if ours.shape != theirs.shape:
        return False
    return (ours - theirs).max() <= 1e-6 * np.abs(theirs).max()


def shape_only(ours, theirs):
    return ours.shape == theirs.shape


WRONG = {
    "by default, np.allclose also allows 1e-8, whatever the size of the numbers": allclose,
    "by default, np.allclose broadcasts shapes, and allows 1e-8 whatever the size": bare_allclose,
    "the tolerance is the same for large and small numbers, but it should grow with them": fixed,
    "two right layers differ by rounding, so a millionth should be allowed": exact,
    "a different shape can be broadcast to fit, so compare the shapes first": stretched,
    "the same numbers in a different shape are not the same output": flattened,
    "a NaN passes, since it is not larger than anything": nan_passes,
    "differences of opposite sign cancel": cancelling,
    "the mean difference hides a single wrong number, so take the largest difference": mean,
    "a negative difference passes, so take its absolute value": no_sign,
    "the shape alone says nothing about the numbers": shape_only,
}
