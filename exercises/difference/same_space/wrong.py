"""Wrong answers to `same_space` that people really give."""

import torch
from torch.nn.functional import normalize


def bases(W_O):
    """Return an orthonormal basis of each head's space: (head, d_head, d_model)."""
    return torch.linalg.qr(W_O.mT).Q.mT


def tables(basis):
    """Return the products of every two heads' rows: (head, head, d_head, d_head)."""
    return basis[:, None] @ basis.mT


def cosines(W_O):
    """Return the cosines of the principal angles: (head, head, d_head)."""
    return torch.linalg.svdvals(tables(bases(W_O)))


def own_basis(W_O):
    squares = tables(W_O).square().sum(dim=(2, 3))
    own = squares.diagonal().sqrt()
    return squares / (own[:, None] * own)


def unit_rows(W_O):
    return tables(normalize(W_O, dim=-1)).square().sum(dim=(2, 3)) / W_O.shape[1]


def number_by_number(W_O):
    unit = normalize(W_O.flatten(1), dim=-1)
    return unit @ unit.T


def of_columns(W_O):
    basis = torch.linalg.qr(W_O).Q.mT
    return tables(basis).square().sum(dim=(2, 3)) / W_O.shape[1]


def added_up(W_O):
    return cosines(W_O).square().sum(dim=2)


def by_the_model(W_O):
    return cosines(W_O).square().sum(dim=2) / W_O.shape[2]


def not_squared(W_O):
    return cosines(W_O).mean(dim=2)


def nearest_only(W_O):
    return cosines(W_O).amax(dim=2).square()


def multiplied(W_O):
    return cosines(W_O).square().prod(dim=2)


def row_with_row(W_O):
    basis = bases(W_O)
    return (basis[:, None] * basis).sum(dim=3).square().mean(dim=2)


WRONG = {
    "the rows are used as they are, so the result depends on the head's basis": own_basis,
    "the rows have length 1 but are not at right angles; take an orthonormal basis": unit_rows,
    "the matrices are compared number by number, not the spaces": number_by_number,
    "the columns of W_O are taken; a head writes into the space of its rows": of_columns,
    "the squared cosines are added up; take their mean": added_up,
    "divided by d_model; there are d_head angles": by_the_model,
    "the cosines are not squared": not_squared,
    "only the smallest angle counts; take the mean over all": nearest_only,
    "the squared cosines are multiplied; take their mean": multiplied,
    "row i meets only row i; every row meets every row of the other basis": row_with_row,
}
