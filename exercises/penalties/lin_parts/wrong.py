"""Wrong answers to `lin_parts` that people really give."""

import numpy as np


def overlaps(p, q):
    return p @ p, q @ q, p @ q


def once(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([(pp - 1) ** 2 + (qq - 1) ** 2, pq**2])


def no_identity(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([pp**2 + qq**2, 2 * pq**2])


def one_from_all(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([(pp - 1) ** 2 + (qq - 1) ** 2, 2 * (pq - 1) ** 2])


def not_squared(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([2 - pp - qq, 2 * pq])


def root(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.sqrt([(pp - 1) ** 2 + (qq - 1) ** 2, 2 * pq**2])


def mean(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([(pp - 1) ** 2 + (qq - 1) ** 2, 2 * pq**2]) / 4


def places(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([2 * pq**2, (pp - 1) ** 2 + (qq - 1) ** 2])


def sums_of_rows(p, q):
    return np.array([0, 2 * (p @ q) ** 2])


def cosines(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([0, 2 * pq**2 / (pp * qq)])


WRONG = {
    "the pair is counted once; it stands twice in the table": once,
    "nothing is subtracted on the diagonal; I has ones there": no_identity,
    "1 is subtracted everywhere; off the diagonal I is 0": one_from_all,
    "the entries are not squared": not_squared,
    "a root is taken; the penalty is the norm squared": root,
    "this is a mean of four entries; the penalty is their sum": mean,
    "the parts have changed places; the own part is the diagonal": places,
    "the shares of a row are added; the diagonal has the sum of their squares": sums_of_rows,
    "the overlaps are divided by the lengths; Lin's are not cosines": cosines,
}
