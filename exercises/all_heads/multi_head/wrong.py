"""Wrong answers to `multi_head` that people really give."""

import numpy as np


def ordinary(scores, axis=-1):
    """Take the softmax over the keys, or over other axes."""
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def layer(x, W_Q, W_K, W_V, W_O, mask=None, *, width=None, softmax=ordinary, where=..., end=None):
    """Compute the layer with one part replaced."""
    q, k, v = x @ W_Q, x @ W_K, x @ W_V
    scores = q @ k.mT / (width or q.shape[-1] ** 0.5)
    if mask is not None:
        scores[where] = np.where(mask, scores[where], -1e9)
    Z = softmax(scores) @ v
    return end(Z, W_O) if end else side_by_side(Z) @ stacked(W_O)


def side_by_side(Z):
    return np.concatenate(Z, axis=1)


def stacked(W_O):
    return np.concatenate(W_O)


def no_way_back(*inputs):
    return layer(*inputs, end=lambda Z, W_O: side_by_side(Z))


def relu(*inputs):
    return np.maximum(layer(*inputs), 0)


def mean(*inputs):
    return layer(*inputs, end=lambda Z, W_O: (Z @ W_O).mean(axis=0))


def no_transpose(*inputs):
    def end(Z, W_O):
        return Z.reshape(Z.shape[1], -1) @ stacked(W_O)

    return layer(*inputs, end=end)


def no_scale(*inputs):
    return layer(*inputs, width=1)


def root_of_the_model(x, *matrices):
    return layer(x, *matrices, width=x.shape[-1] ** 0.5)


def divided_by_d(x, W_Q, *others):
    return layer(x, W_Q, *others, width=W_Q.shape[-1])


def input_cut(x, W_Q, W_K, W_V, W_O, mask=None):
    """Let head i read only its own part of every token."""
    heads, d_model, d_head = W_Q.shape
    own = np.eye(d_model).reshape(heads, d_head, d_model).mT
    keep = own.sum(axis=-1, keepdims=True)  # (head, d_model, 1)
    return layer(x, W_Q * keep, W_K * keep, W_V * keep, W_O, mask)


def shared(x, W_Q, W_K, W_V, W_O, mask=None):
    first = (W[[0] * len(W)] for W in (W_Q, W_K, W_V))
    return layer(x, *first, W_O, mask)


def heads_and_keys(*inputs):
    return layer(*inputs, softmax=lambda scores: ordinary(scores, axis=(0, 2)))


def over_heads(*inputs):
    return layer(*inputs, softmax=lambda scores: ordinary(scores, axis=0))


def over_queries(*inputs):
    return layer(*inputs, softmax=lambda scores: ordinary(scores, axis=1))


def mask_for_one(*inputs):
    return layer(*inputs, where=0)


def no_mask(*inputs):
    return layer(*inputs[:5])


def mask_after(x, W_Q, W_K, W_V, W_O, mask=None):
    def softmax(scores):
        return ordinary(scores) * (1 if mask is None else mask)

    return layer(x, W_Q, W_K, W_V, W_O, softmax=softmax)


def swapped(x, W_Q, W_K, *others):
    return layer(x, W_K, W_Q, *others)


WRONG = {
    "W_O is missing": no_way_back,
    "a ReLU follows W_O, but the layer should end with W_O": relu,
    "the heads are averaged, but they should be added": mean,
    "the heads are merged without transpose, which mixes tokens and heads": no_transpose,
    "the scores are not divided by √d_head": no_scale,
    "the scores are divided by √d_model, not by √d_head": root_of_the_model,
    "the scores are divided by d_head, not by its root": divided_by_d,
    "the input is cut up, but every head should read the whole token": input_cut,
    "the projections are shared, but every head should have its own": shared,
    "the softmax runs over heads and keys at once": heads_and_keys,
    "the softmax runs over the heads, not over the keys": over_heads,
    "the softmax runs over the queries, not over the keys": over_queries,
    "the mask reaches one head only": mask_for_one,
    "the mask is ignored": no_mask,
    "the mask comes after the softmax, so a row of weights no longer sums to 1": mask_after,
    "Q and K are swapped": swapped,
}
