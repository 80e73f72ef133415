"""Wrong answers to `score_cosine` that people really give."""

import numpy as np


def normalized(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def cosines(tables):
    """Return the cosine of every two heads' (head, ...) numbers."""
    unit = normalized(tables.reshape(len(tables), -1))
    return unit @ unit.T


def products(W_Q, W_K):
    return (W_Q @ W_K.mT).reshape(len(W_Q), -1)


def queries_only(W_Q, W_K):
    return cosines(W_Q)


def side_by_side(W_Q, W_K):
    return cosines(np.concatenate([W_Q, W_K], axis=1))


def mean_of_two(W_Q, W_K):
    return (cosines(W_Q) + cosines(W_K)) / 2


def inside(W_Q, W_K):
    return cosines(W_Q.mT @ W_K)


def undivided(W_Q, W_K):
    rows = products(W_Q, W_K)
    return rows @ rows.T


def squared_lengths(W_Q, W_K):
    rows = products(W_Q, W_K)
    lengths = np.square(rows).sum(axis=-1)
    return rows @ rows.T / (lengths[:, None] * lengths)


def row_by_row(W_Q, W_K):
    unit = normalized(W_Q @ W_K.mT)
    return (unit[:, None] * unit).sum(axis=-1).mean(axis=-1)


def unsigned(W_Q, W_K):
    return abs(cosines(products(W_Q, W_K)))


def correlation(W_Q, W_K):
    rows = products(W_Q, W_K)
    return cosines(rows - rows.mean(axis=-1, keepdims=True))


WRONG = {
    "W_Q alone is compared, which depends on the head's basis": queries_only,
    "W_Q and W_K are compared side by side, not their product": side_by_side,
    "the cosines of W_Q and of W_K are averaged; take the cosine of their product": mean_of_two,
    "W_Qᵀ W_K is a table inside the head, in its own basis; it is W_Q W_Kᵀ": inside,
    "the products are not divided by the lengths": undivided,
    "divided by the squared lengths; divide by the lengths": squared_lengths,
    "each row has a cosine of its own; the whole matrix is one long row": row_by_row,
    "the sign is dropped; −1 means opposite scores": unsigned,
    "the mean is subtracted first, which makes it a correlation": correlation,
}
