"""Wrong answers to `score_cosine` that people really give."""

import torch


def cosines(rows):
    """Return the table of cosines of (head, numbers)."""
    unit = rows / rows.norm(dim=-1, keepdim=True)
    return unit @ unit.T


def products(W_Q, W_K):
    return (W_Q @ W_K.mT).flatten(1)


def queries_only(W_Q, W_K):
    return cosines(W_Q.flatten(1))


def side_by_side(W_Q, W_K):
    return cosines(torch.cat([W_Q.flatten(1), W_K.flatten(1)], dim=1))


def mean_of_two(W_Q, W_K):
    return (cosines(W_Q.flatten(1)) + cosines(W_K.flatten(1))) / 2


def inside(W_Q, W_K):
    return cosines((W_Q.mT @ W_K).flatten(1))


def undivided(W_Q, W_K):
    rows = products(W_Q, W_K)
    return rows @ rows.T


def squared_lengths(W_Q, W_K):
    rows = products(W_Q, W_K)
    lengths = rows.square().sum(dim=-1)
    return rows @ rows.T / (lengths[:, None] * lengths)


def row_by_row(W_Q, W_K):
    unit = torch.nn.functional.normalize(W_Q @ W_K.mT, dim=-1)
    return (unit[:, None] * unit).sum(dim=-1).mean(dim=-1)


def unsigned(W_Q, W_K):
    return cosines(products(W_Q, W_K)).abs()


def correlation(W_Q, W_K):
    rows = products(W_Q, W_K)
    return cosines(rows - rows.mean(dim=-1, keepdim=True))


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
