"""Wrong answers to `attention` that people really give."""

import numpy as np
from multihead.example import softmax


def blocked(scores, mask):
    return scores if mask is None else np.where(mask, scores, -1e9)


def no_scale(q, k, v, mask=None):
    return softmax(blocked(q @ k.T, mask)) @ v


def divided_by_d(q, k, v, mask=None):
    return softmax(blocked(q @ k.T / q.shape[-1], mask)) @ v


def other_width(q, k, v, mask=None):
    return softmax(blocked(q @ k.T / np.sqrt(v.shape[-1]), mask)) @ v


def root_of_the_keys(q, k, v, mask=None):
    return softmax(blocked(q @ k.T / np.sqrt(len(k)), mask)) @ v


def over_queries(q, k, v, mask=None):
    scores = blocked(q @ k.T / np.sqrt(q.shape[-1]), mask)
    return softmax(scores.T).T @ v


def mask_after(q, k, v, mask=None):
    weights = softmax(q @ k.T / np.sqrt(q.shape[-1]))
    return (weights if mask is None else weights * mask) @ v


def mask_reversed(q, k, v, mask=None):
    return softmax(blocked(q @ k.T / np.sqrt(q.shape[-1]), None if mask is None else ~mask)) @ v


def no_mask(q, k, v, mask=None):
    return softmax(q @ k.T / np.sqrt(q.shape[-1])) @ v


def swapped(q, k, v, mask=None):
    return softmax(blocked(k @ q.T / np.sqrt(q.shape[-1]), mask)) @ v


def no_softmax(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    return (scores if mask is None else scores * mask) @ v


WRONG = {
    "the scores are not divided by √d_head": no_scale,
    "the scores are divided by d_head, not by its root": divided_by_d,
    "the scores are divided by √d_model or the root of another width, not by √d_head": other_width,
    "the scores are divided by the root of the number of keys, not by √d_head": root_of_the_keys,
    "the softmax runs over the queries, but each row, over the keys, must sum to 1": over_queries,
    "the mask comes after the softmax, so a row of weights no longer sums to 1": mask_after,
    "the mask is read backwards, but True means that the query may attend": mask_reversed,
    "the mask is ignored": no_mask,
    "Q and K are swapped": swapped,
    "the softmax is missing, so a row of weights does not sum to 1": no_softmax,
}
