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
    "the output is left as it was, but a row belongs to its word and moves with it": unchanged,
    "the order is used backwards, but row i should be the old row order[i]": backwards,
    "the rows are reversed, but the words do not come in reverse": turned_around,
    "only two rows are exchanged, but all three words move": first_two,
    "the entries are reversed within each row, but a row moves as a whole": columns_too,
    "the rows are averaged, but each word has a row of its own": averaged,
}
