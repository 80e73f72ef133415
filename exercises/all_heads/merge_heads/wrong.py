"""Wrong answers to `merge_heads` that people really give."""


def no_transpose(Z):
    return Z.reshape(Z.shape[1], -1)


def mean(Z):
    return Z.mean(axis=0)


def total(Z):
    return Z.sum(axis=0)


def interleaved(Z):
    return Z.transpose(1, 2, 0).reshape(Z.shape[1], -1)


def below(Z):
    return Z.reshape(-1, Z.shape[2])


def one_head(Z):
    return Z[0]


WRONG = {
    "reshape without transpose mixes tokens and heads": no_transpose,
    "the heads are averaged, but they should be set side by side": mean,
    "the heads are added, but they should be set side by side": total,
    "the heads alternate within a row, but the entries of a head should stay together": interleaved,
    "the heads are set below one another, not side by side": below,
    "only head 0 is returned": one_head,
}
