"""Wrong answers to `gated_heads` that people really give."""

import numpy as np


def sigmoid(logits):
    return 1 / (1 + np.exp(-logits))


def softmax(logits, axis):
    powers = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def right(pattern, v, x, W_G):
    return sigmoid(x @ W_G) * (pattern @ v)


def value_gate(pattern, v, x, W_G):
    return pattern @ (sigmoid(x @ W_G) * v)


def both_sides(pattern, v, x, W_G):
    gate = sigmoid(x @ W_G)
    return gate * (pattern @ (gate * v))


def attended_tokens(pattern, v, x, W_G):
    return sigmoid(pattern @ x @ W_G) * (pattern @ v)


def mean_token(pattern, v, x, W_G):
    return sigmoid(x.mean(axis=0) @ W_G)[:, None] * (pattern @ v)


def last_token(pattern, v, x, W_G):
    return sigmoid(x[-1] @ W_G)[:, None] * (pattern @ v)


def no_gate(pattern, v, x, W_G):
    return pattern @ v


def tanh(pattern, v, x, W_G):
    return np.tanh(x @ W_G) * (pattern @ v)


def no_sigmoid(pattern, v, x, W_G):
    return x @ W_G * (pattern @ v)


def relu(pattern, v, x, W_G):
    return np.maximum(x @ W_G, 0) * (pattern @ v)


def powers(pattern, v, x, W_G):
    return np.exp(x @ W_G) * (pattern @ v)


def softmax_over_width(pattern, v, x, W_G):
    return softmax(x @ W_G, -1) * (pattern @ v)


def softmax_over_heads(pattern, v, x, W_G):
    return softmax(x @ W_G, 0) * (pattern @ v)


def softmax_over_tokens(pattern, v, x, W_G):
    return softmax(x @ W_G, 1) * (pattern @ v)


def one_minus(pattern, v, x, W_G):
    return sigmoid(-(x @ W_G)) * (pattern @ v)


def doubled(pattern, v, x, W_G):
    return 2 * right(pattern, v, x, W_G)


def divided(pattern, v, x, W_G):
    return sigmoid(x @ W_G / x.shape[1] ** 0.5) * (pattern @ v)


def head_0(pattern, v, x, W_G):
    return sigmoid(x @ W_G[:1]) * (pattern @ v)


def next_head(pattern, v, x, W_G):
    return sigmoid(x @ np.roll(W_G, -1, axis=0)) * (pattern @ v)


def cut(pattern, v, x, W_G):
    heads, d_model, width = W_G.shape
    flat = x @ W_G.transpose(1, 0, 2).reshape(d_model, -1)
    return sigmoid(flat.reshape(heads, len(x), width)) * (pattern @ v)


def one_gate_a_head(pattern, v, x, W_G):
    return sigmoid(x @ W_G).mean(axis=-1, keepdims=True) * (pattern @ v)


def gates_itself(pattern, v, x, W_G):
    return sigmoid(pattern @ v) * (pattern @ v)


def added(pattern, v, x, W_G):
    return sigmoid(x @ W_G) + pattern @ v


def over_queries(pattern, v, x, W_G):
    return sigmoid(x @ W_G) * (pattern.mT @ v)


def summed(pattern, v, x, W_G):
    return right(pattern, v, x, W_G).sum(axis=0)


WRONG = {
    "this is a value gate, from the token of the key; gate the average by the query's token": (
        value_gate
    ),
    "the values are gated too; only the average has a gate": both_sides,
    "the gate is computed from the average of the attended tokens; the query's token decides": (
        attended_tokens
    ),
    "all queries have one gate, from the mean token; each query has its own": mean_token,
    "all queries have the gate of the last token; each query has its own": last_token,
    "no gate is left; if it multiplied the row before a division by the row's sum, it canceled": (
        no_gate
    ),
    "tanh stands in place of the sigmoid, so gates may be negative": tanh,
    "the sigmoid is missing, so the gates are not between 0 and 1": no_sigmoid,
    "ReLU stands in place of the sigmoid, so the gates may exceed 1": relu,
    "the power of e stands in place of the sigmoid, so the gates may exceed 1": powers,
    "a softmax over the numbers of a head makes gates compete; each has a sigmoid of its own": (
        softmax_over_width
    ),
    "a softmax over the heads makes heads compete; each gate has a sigmoid of its own": (
        softmax_over_heads
    ),
    "a softmax over the tokens makes queries compete; each gate has a sigmoid of its own": (
        softmax_over_tokens
    ),
    "this is 1 - gate; a large logit opens the gate": one_minus,
    "the gate is doubled; with W_G = 0 it is one half": doubled,
    "the logits of the gate are divided by √d_model; only scores are divided by a root": divided,
    "all heads have the gate of head 0; each has its own W_G": head_0,
    "each head has the gate of the next one": next_head,
    "the gates are split by reshape without a transpose, which mixes tokens and heads": cut,
    "the gates of a head are averaged; with d_head columns each number has its own": (
        one_gate_a_head
    ),
    "z gates itself; the gate is computed from x and W_G": gates_itself,
    "the gate is added; multiply by it": added,
    "the values are averaged over the queries; multiply by the pattern as it is": over_queries,
    "the heads are added up; return the gated z of each": summed,
}
