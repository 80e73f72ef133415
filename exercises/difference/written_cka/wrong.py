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
    """Divide the similarity of two heads by that of each head with itself."""
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


def by_own_norm(Z, W_O):
    Y = centered(written(Z, W_O))
    norm = np.square(Y).sum(axis=(1, 2))
    return squares(Y) / (norm[:, None] * norm)


def tokens_by_tokens(Z, W_O):
    Y = centered(written(Z, W_O))
    return divided(np.square(Y[:, None] @ Y.mT).sum(axis=(2, 3)))


def one_block(Z, W_O):
    return divided(squares(centered(Z @ W_O[:1])))


WRONG = {
    "Z is compared, which depends on the head's basis; compare what is written, Z W_O": before_out,
    "the columns are not centred; subtract from each its mean over the tokens": not_centered,
    "the mean of each row is subtracted; subtract from each column its mean over the tokens": (
        wrong_axis
    ),
    "nothing is divided by the norms, so the CKA of a head with itself is not 1": not_divided,
    "this is the square root of CKA; its numerator is the square of a norm": not_squared,
    "this is a cosine, entry by entry; CKA compares every column with every other": cosine,
    "the squared norms of Xᵢ and Xⱼ are the divisor; take the norms of Xᵢᵀ Xᵢ and Xⱼᵀ Xⱼ": (
        by_own_norm
    ),
    "Xᵢ Xⱼᵀ compares tokens with tokens; take Xᵢᵀ Xⱼ, which compares columns": tokens_by_tokens,
    "every head uses the W_O of head 0; each head has its own": one_block,
}
