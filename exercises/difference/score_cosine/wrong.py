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


def squared_norms(W_Q, W_K):
    rows = products(W_Q, W_K)
    norms = np.square(rows).sum(axis=-1)
    return rows @ rows.T / (norms[:, None] * norms)


def row_by_row(W_Q, W_K):
    unit = normalized(W_Q @ W_K.mT)
    return (unit[:, None] * unit).sum(axis=-1).mean(axis=-1)


def unsigned(W_Q, W_K):
    return abs(cosines(products(W_Q, W_K)))


def correlation(W_Q, W_K):
    rows = products(W_Q, W_K)
    return cosines(rows - rows.mean(axis=-1, keepdims=True))


WRONG = {
    "only W_Q is compared, which depends on the head's basis; compare the product W_Q W_Kᵀ": (
        queries_only
    ),
    "W_Q and W_K are compared side by side; compare their product W_Q W_Kᵀ": side_by_side,
    "the cosines of W_Q and of W_K are averaged; take the cosine of their product": mean_of_two,
    "W_Qᵀ W_K is compared, which depends on the head's basis; compare W_Q W_Kᵀ": inside,
    "the dot products are not divided by the norms of both matrices": undivided,
    "the dot products are divided by the squared norms; divide by the norms": squared_norms,
    "a cosine is taken for each row; put the whole matrix into one long vector": row_by_row,
    "the sign of the cosine is dropped, but −1 means opposite scores": unsigned,
    "the mean is subtracted first, which gives a correlation instead of a cosine": correlation,
}
