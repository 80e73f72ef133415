"""Wrong answers to `new_order` that people really give."""

import numpy as np


def unchanged(output, order):
    return output


def backwards(output, order):
    return output[np.argsort(order)]


def turned_around(output, order):
    return output[::-1]


def first_two(output, order):
    return output[[1, 0, 2]]


def columns_too(output, order):
    return output[order][:, ::-1]


def averaged(output, order):
    return np.repeat(output.mean(axis=0, keepdims=True), 3, axis=0)


WRONG = {
    "a row belongs to its word, and moves with it": unchanged,
    "the order is used backwards; the first row is that of the new first word": backwards,
    "the words do not come in reverse": turned_around,
    "only two words change places here; all three move": first_two,
    "the numbers within a row stay where they are": columns_too,
    "each word keeps a row of its own": averaged,
}
