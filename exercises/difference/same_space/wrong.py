"""Wrong answers to `same_space` that people really give."""

import numpy as np


def bases(W_O):
    """Return an orthonormal basis of each head's space: (head, d_head, d_model)."""
    return np.linalg.qr(W_O.mT).Q.mT


def tables(basis):
    """Return the products of every two heads' rows: (head, head, d_head, d_head)."""
    return basis[:, None] @ basis.mT


def cosines(W_O):
    """Return the cosines of the principal angles: (head, head, d_head)."""
    return np.linalg.svdvals(tables(bases(W_O)))


def normalized(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def squared(basis):
    """Return the sum of the squares of every two heads' products: (head, head)."""
    return np.square(tables(basis)).sum(axis=(2, 3))


def own_basis(W_O):
    squares = squared(W_O)
    own = np.sqrt(squares.diagonal())
    return squares / (own[:, None] * own)


def unit_rows(W_O):
    return squared(normalized(W_O)) / W_O.shape[1]


def number_by_number(W_O):
    unit = normalized(W_O.reshape(len(W_O), -1))
    return unit @ unit.T


def of_columns(W_O):
    return squared(np.linalg.qr(W_O).Q.mT) / W_O.shape[1]


def added_up(W_O):
    return np.square(cosines(W_O)).sum(axis=2)


def by_the_model(W_O):
    return np.square(cosines(W_O)).sum(axis=2) / W_O.shape[2]


def not_squared(W_O):
    return cosines(W_O).mean(axis=2)


def nearest_only(W_O):
    return np.square(cosines(W_O).max(axis=2))


def multiplied(W_O):
    return np.square(cosines(W_O)).prod(axis=2)


def row_with_row(W_O):
    basis = bases(W_O)
    return np.square((basis[:, None] * basis).sum(axis=3)).mean(axis=2)


WRONG = {
    "the rows of W_O are used as they are, so the result depends on the head's basis": own_basis,
    "the rows are scaled to norm 1 but are not orthogonal; take an orthonormal basis": unit_rows,
    "the matrices are compared entry by entry; compare the subspaces that their rows span": (
        number_by_number
    ),
    "the columns of W_O are taken, but a head writes to the subspace that the rows span": (
        of_columns
    ),
    "the squared cosines are added up; take their mean over the d_head angles": added_up,
    "the sum is divided by d_model, but there are only d_head principal angles": by_the_model,
    "the cosines are averaged without being squared; take the mean of their squares": not_squared,
    "only the smallest principal angle is counted; take the mean over all d_head angles": (
        nearest_only
    ),
    "the squared cosines are multiplied; take their mean": multiplied,
    "row i of one basis is multiplied only with row i of the other; take all pairs of rows": (
        row_with_row
    ),
}
