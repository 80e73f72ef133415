"""Wrong answers to `written_likeness` that people really give."""

import numpy as np


def cosines(Y):
    """Return the cosine of every two heads at every position: (head, head, pos)."""
    unit = Y / np.linalg.norm(Y, axis=-1, keepdims=True)
    return (unit[:, None] * unit).sum(axis=-1)


def of_pairs(table):
    """Keep the entries of different heads: (pair, ...), each pair twice."""
    return table[~np.eye(len(table), dtype=bool)]


def before_out(Z, W_O):
    return of_pairs(cosines(Z)).mean()


def with_itself(Z, W_O):
    return cosines(Z @ W_O).mean()


def by_all_pairs(Z, W_O):
    return of_pairs(cosines(Z @ W_O)).mean(axis=1).sum() / len(Z) ** 2


def added_up(Z, W_O):
    return of_pairs(cosines(Z @ W_O)).mean(axis=1).sum()


def unsigned(Z, W_O):
    return abs(of_pairs(cosines(Z @ W_O))).mean()


def squared(Z, W_O):
    return np.square(of_pairs(cosines(Z @ W_O))).mean()


def one_long_row(Z, W_O):
    return of_pairs(cosines((Z @ W_O).reshape(len(Z), 1, -1))).mean()


def undivided(Z, W_O):
    Y = Z @ W_O
    return of_pairs((Y[:, None] * Y).sum(axis=-1)).mean()


def one_block(Z, W_O):
    return of_pairs(cosines(Z @ W_O[:1])).mean()


def neighbors(Z, W_O):
    table = cosines(Z @ W_O).mean(axis=2)
    return table.diagonal(1).mean()


WRONG = {
    "Z is compared, so a sign moved from V into W_O passes for a difference": before_out,
    "heads are compared with themselves too": with_itself,
    "divided by all h² pairs; only those of different heads are asked for": by_all_pairs,
    "the pairs are added up; take their mean": added_up,
    "the signs are dropped; opposite is not alike": unsigned,
    "the cosines are squared; opposite is not alike": squared,
    "all positions are one long row; each has a cosine of its own": one_long_row,
    "the dot products are not divided by the lengths": undivided,
    "all heads write through the block of head 0; each has its own": one_block,
    "only neighbours are compared; take all pairs": neighbors,
}
