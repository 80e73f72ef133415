"""Wrong answers to `content_by_hand` that people really give."""

import numpy as np


def overlap(a, b):
    return np.minimum(a, b).sum(axis=1).mean()


def cosine(a, b):
    x, y = a.ravel(), b.ravel()
    return x @ y / np.sqrt(x @ x * (y @ y))


def content(a, b):
    return cosine(a - a.mean(axis=0), b - b.mean(axis=0))


def nothing_subtracted(a, b):
    return np.array([overlap(a, b), cosine(a, b)])


def mean_over_keys(a, b):
    return np.array([overlap(a, b), cosine(a - a.mean(), b - b.mean())])


def variation(a, b):
    return np.array([1 - overlap(a, b), content(a, b)])


def larger(a, b):
    return np.array([np.maximum(a, b).sum(axis=1).mean(), content(a, b)])


def summed(a, b):
    return np.array([2 * overlap(a, b), content(a, b)])


def of_means(a, b):
    return np.array([np.minimum(a.mean(axis=0), b.mean(axis=0)).sum(), content(a, b)])


def no_root(a, b):
    x, y = a[0] - a[1], b[0] - b[1]
    return np.array([overlap(a, b), x @ y])


WRONG = {
    "the mean over the windows is not subtracted before the cosine": nothing_subtracted,
    "the mean over the keys is subtracted; take the mean over the windows": mean_over_keys,
    "this is the total variation; the overlap is one minus it": variation,
    "the larger of two weights is summed; take the smaller": larger,
    "the overlaps of the two windows are added up; take their mean": summed,
    "this is the overlap of the mean patterns, not the mean overlap": of_means,
    "the dot product is not divided by the norms of both vectors": no_root,
}
