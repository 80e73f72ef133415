"""Wrong answers to `project`: half repairs and new bugs."""

import torch


def as_given(x, W, n_heads):
    parts = x.chunk(n_heads, dim=1)
    blocks = [rows.chunk(n_heads, dim=1) for rows in W.chunk(n_heads)]
    return torch.stack([parts[i] @ blocks[i][i] for i in range(n_heads)])


def shared(x, W, n_heads):
    return torch.stack([x @ W.chunk(n_heads, dim=1)[0]] * n_heads)


def by_view(x, W, n_heads):
    return (x @ W).reshape(n_heads, len(x), -1)


def weights_by_view(x, W, n_heads):
    return x @ W.reshape(n_heads, len(W), -1)


def every_nth(x, W, n_heads):
    return torch.stack([x @ W[:, i::n_heads] for i in range(n_heads)])


def heads_behind(x, W, n_heads):
    return (x @ W).unflatten(1, (n_heads, -1))


def averaged(x, W, n_heads):
    mean = (x @ W).unflatten(1, (n_heads, -1)).mean(dim=1)
    return torch.stack([mean] * n_heads)


WRONG = {
    "this is the function as it was given, in which the input is cut up": as_given,
    "every head reads the whole token now, but the projection is shared": shared,
    "the product is cut by view, which mixes tokens and heads": by_view,
    "W is cut by view, which mixes its rows; a head has neighbouring columns": weights_by_view,
    "a head takes every n-th column of W; its columns are neighbours": every_nth,
    "the transpose is missing; the head axis comes first": heads_behind,
    "the heads are averaged; each keeps its own rows": averaged,
}
