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


def swapped(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([2 * pq**2, (pp - 1) ** 2 + (qq - 1) ** 2])


def sums_of_rows(p, q):
    return np.array([0, 2 * (p @ q) ** 2])


def cosines(p, q):
    pp, qq, pq = overlaps(p, q)
    return np.array([0, 2 * pq**2 / (pp * qq)])


WRONG = {
    "p · q is counted once, but it appears twice in A Aᵀ": once,
    "nothing is subtracted on the diagonal; subtract 1 there, as I has ones on its diagonal": (
        no_identity
    ),
    "1 is subtracted from every entry; off the diagonal I is 0": one_from_all,
    "the entries of A Aᵀ − I are not squared; the penalty is the sum of their squares": not_squared,
    "a square root is taken; the penalty is the square of the norm": root,
    "this is the mean of the four squared entries; the penalty is their sum": mean,
    "the two terms are swapped; the squares on the diagonal come first": swapped,
    "the weights of a row are added up; the diagonal holds the sum of their squares": sums_of_rows,
    "the dot products are divided by the norms; Lin's penalty does not use cosines": cosines,
}
