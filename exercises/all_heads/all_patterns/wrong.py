"""Wrong answers to `all_patterns` that people really give."""

import numpy as np


def scores(q, k, width=None):
    return q @ k.swapaxes(1, 2) / (width or q.shape[-1] ** 0.5)


def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def heads_and_keys(q, k):
    return softmax(scores(q, k), axis=(0, 2))


def over_heads(q, k):
    return softmax(scores(q, k), axis=0)


def over_queries(q, k):
    return softmax(scores(q, k), axis=1)


def over_everything(q, k):
    return softmax(scores(q, k), axis=None)


def root_of_the_model(q, k):
    return softmax(scores(q, k, (q.shape[0] * q.shape[-1]) ** 0.5))


def no_scale(q, k):
    return softmax(scores(q, k, 1))


def divided_by_d(q, k):
    return softmax(scores(q, k, q.shape[-1]))


def swapped(q, k):
    return softmax(scores(k, q))


def no_softmax(q, k):
    return scores(q, k)


def shared(q, k):
    return softmax(scores(q, k)[[0] * len(q)])


WRONG = {
    "the softmax runs over heads and keys at once, but each head needs its own": heads_and_keys,
    "the softmax runs over the heads, not over the keys": over_heads,
    "the softmax runs over the queries, not over the keys": over_queries,
    "one softmax runs over all scores, but each row needs its own": over_everything,
    "the scores are divided by √d_model, not by √d_head": root_of_the_model,
    "the scores are not divided by √d_head": no_scale,
    "the scores are divided by d_head, not by its root": divided_by_d,
    "Q and K are swapped": swapped,
    "these are the scores, and the softmax is missing": no_softmax,
    "all heads get the pattern of head 0": shared,
}
