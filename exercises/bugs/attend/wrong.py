"""Wrong answers to `attend`: repairs of one bug only, and new bugs."""

import numpy as np


def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def hidden(scores, mask):
    return np.where(mask, scores, -1e9)


def as_given(scores, mask):
    pattern = softmax(scores)
    return np.concatenate([pattern[:1] * mask, pattern[1:]])


def after(scores, mask):
    return softmax(scores) * mask


def first_head(scores, mask):
    return softmax(np.concatenate([hidden(scores[:1], mask), scores[1:]]))


def zeros(scores, mask):
    return softmax(scores * mask)


def backwards(scores, mask):
    return softmax(hidden(scores, ~mask))


def turned(scores, mask):
    return softmax(hidden(scores, mask.T))


def no_mask(scores, mask):
    return softmax(scores)


def over_queries(scores, mask):
    return softmax(hidden(scores, mask), axis=-2)


def over_heads_and_keys(scores, mask):
    return softmax(hidden(scores, mask), axis=(0, 2))


def one_sum(scores, mask):
    pattern = softmax(scores) * mask
    return pattern / pattern.sum(axis=(-2, -1), keepdims=True)


WRONG = {
    "this is the function as it was given, with both bugs": as_given,
    "every head is masked now, but after the softmax, so its rows no longer sum to 1": after,
    "the mask comes before the softmax now, but reaches head 0 only": first_head,
    "a masked score becomes 0, which still gets some weight; it should be minus infinity": zeros,
    "the mask is read backwards, but True means that the query may attend": backwards,
    "the mask is transposed, but its rows should be the queries": turned,
    "the mask is ignored": no_mask,
    "the softmax runs over the queries, not over the keys": over_queries,
    "the softmax runs over heads and keys at once": over_heads_and_keys,
    "all rows of a head together sum to 1, but each row should by itself": one_sum,
}
