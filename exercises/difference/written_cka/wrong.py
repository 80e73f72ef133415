"""Wrong answers to `written_cka` that people really give."""

import numpy as np


def written(Z, W_O):
    return Z @ W_O


def centered(tables):
    return tables - tables.mean(axis=1, keepdims=True)


def cross(tables):
    """Return Xᵢᵀ Xⱼ of every two tables: (head, head, width, width)."""
    return tables[:, None].mT @ tables


def divided(found):
    """Divide a table of likeness by what each head has with itself."""
    own = np.sqrt(found.diagonal())
    return found / (own[:, None] * own)


def squares(tables):
    return np.square(cross(tables)).sum(axis=(2, 3))


def before_out(Z, W_O):
    return divided(squares(centered(Z)))


def not_centered(Z, W_O):
    return divided(squares(written(Z, W_O)))


def wrong_axis(Z, W_O):
    Y = written(Z, W_O)
    return divided(squares(Y - Y.mean(axis=2, keepdims=True)))


def not_divided(Z, W_O):
    return squares(centered(written(Z, W_O)))


def not_squared(Z, W_O):
    return np.sqrt(divided(squares(centered(written(Z, W_O)))))


def cosine(Z, W_O):
    rows = centered(written(Z, W_O)).reshape(len(Z), -1)
    return divided(rows @ rows.T)


def by_own_size(Z, W_O):
    Y = centered(written(Z, W_O))
    size = np.square(Y).sum(axis=(1, 2))
    return squares(Y) / (size[:, None] * size)


def tokens_by_tokens(Z, W_O):
    Y = centered(written(Z, W_O))
    return divided(np.square(Y[:, None] @ Y.mT).sum(axis=(2, 3)))


def one_block(Z, W_O):
    return divided(squares(centered(Z @ W_O[:1])))


WRONG = {
    "Z is compared before W_O, in a basis of the head's own": before_out,
    "the columns are not centered": not_centered,
    "the mean over the numbers of a token is subtracted; take that over the tokens": wrong_axis,
    "nothing is divided, so a head is not 1 with itself": not_divided,
    "the lengths are not squared; the numerator is the square of a length": not_squared,
    "this is a cosine, number by number; CKA compares every column with every other": cosine,
    "divided by the lengths of the tables; divide by those of Xᵢᵀ Xᵢ and Xⱼᵀ Xⱼ": by_own_size,
    "Xᵢ Xⱼᵀ compares tokens with tokens; it is Xᵢᵀ Xⱼ": tokens_by_tokens,
    "all heads write through the block of head 0; each has its own": one_block,
}
