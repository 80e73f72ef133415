"""Wrong answers to `split_heads` that people really give."""

import numpy as np


def by_reshape(q, n_heads):
    return q.reshape(n_heads, len(q), -1)


def heads_behind(q, n_heads):
    return q.reshape(len(q), n_heads, -1)


def every_nth(q, n_heads):
    return q.reshape(len(q), -1, n_heads).transpose(2, 0, 1)


def tokens_last(q, n_heads):
    return q.reshape(len(q), n_heads, -1).transpose(1, 2, 0)


def whole_rows(q, n_heads):
    return np.stack([q] * n_heads)


def same_part(q, n_heads):
    d_head = q.shape[1] // n_heads
    return np.stack([q[:, :d_head]] * n_heads)


def cut_tokens(q, n_heads):
    """Cut the input between tokens; this needs as many tokens as it cuts evenly."""
    return q.reshape(n_heads, len(q) // n_heads, -1)


WRONG = {
    "reshape without transpose mixes tokens and heads": by_reshape,
    "the transpose is missing, but the head axis should come first": heads_behind,
    "a head gets every n-th column, but its columns should be neighbours": every_nth,
    "the axis of the tokens and that of d_head are swapped": tokens_last,
    "every head gets the whole row, but it should get its own d_head columns": whole_rows,
    "every head gets the columns of head 0": same_part,
    "the input is cut between tokens, but it should be cut between columns": cut_tokens,
}
