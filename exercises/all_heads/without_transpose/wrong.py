"""Wrong answers to `without_transpose` that people really give."""

import numpy as np


def correct_merge(Z):
    return np.concatenate([Z[0, 1], Z[1, 1]])


def alternating(Z):
    return Z[:, 1].T.ravel()


def first_row(Z):
    return Z.ravel()[:4]


def last_row(Z):
    return Z.ravel()[8:]


def head_1_alone(Z):
    return Z[1].ravel()[:4]


def column_order(Z):
    return Z.reshape(3, 4, order="F")[1]


def swapped(Z):
    return np.concatenate([Z[1, 0], Z[0, 2]])


WRONG = {
    "this is the row that should stand there, but without the transpose it does not": correct_merge,
    "the heads alternate here, but reshape reads all of head 0 before head 1": alternating,
    "this is the first row, not the middle one": first_row,
    "this is the last row, not the middle one": last_row,
    "this begins with head 1, but two entries of head 0 are left for the middle row": head_1_alone,
    "reshape reads row by row, not column by column": column_order,
    "the two heads are swapped, but in memory head 0 comes before head 1": swapped,
}
