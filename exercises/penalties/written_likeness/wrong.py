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
    "Z is compared, so a sign moved from V into W_O counts as a difference; compare Z W_O": (
        before_out
    ),
    "heads are also compared with themselves; take only pairs of different heads": with_itself,
    "the sum is divided by the number of all pairs, h²; count only pairs of different heads": (
        by_all_pairs
    ),
    "the cosines of the pairs are added up; take their mean": added_up,
    "the signs of the cosines are dropped, but opposite vectors are not similar": unsigned,
    "the cosines are squared, so opposite vectors count as similar; do not square them": squared,
    "all positions are put into one long vector; take a cosine at each position": one_long_row,
    "the dot products are not divided by the norms of both vectors": undivided,
    "every head uses the W_O of head 0; each head has its own": one_block,
    "only heads with neighbouring numbers are compared; take all pairs": neighbors,
}
