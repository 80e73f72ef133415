"""Wrong answers to `reorder_blocks` that people really give."""

import numpy as np


def blocks_in(W_O, order):
    return W_O.reshape(len(order), -1, W_O.shape[1])[order].reshape(W_O.shape)


def unchanged(W_O, order):
    return W_O


def backwards(W_O, order):
    return blocks_in(W_O, np.argsort(order))


def turned_around(W_O, order):
    return blocks_in(W_O, np.arange(len(order))[::-1])


def blocks_upside_down(W_O, order):
    return W_O[::-1]


def single_rows(W_O, order):
    return W_O.reshape(-1, len(order), W_O.shape[1])[:, order].reshape(W_O.shape)


def first_rows(W_O, order):
    return np.concatenate([W_O[order], W_O[len(order) :]])


def columns(W_O, order):
    return W_O.T.reshape(len(order), -1, len(W_O))[order].reshape(W_O.T.shape).T


WRONG = {
    "W_O is unchanged, but each head's output has to be multiplied by its own block": unchanged,
    "the order is used backwards, but block i belongs to the old head order[i]": backwards,
    "the blocks are reversed, whatever the order says": turned_around,
    "all rows are reversed, but the rows within a block keep their order": blocks_upside_down,
    "a head gets every n-th row, but its rows should be neighbours": single_rows,
    "single rows are reordered, but a head has a whole block of rows": first_rows,
    "the columns are reordered, but a head's block is made of rows": columns,
}
