"""Wrong answers to `layers_in_a_row` that people really give."""

import numpy as np


def head(reads, W_Q, W_K, W_V, mask="causal", width=None, keys=None):
    n = len(reads)
    keys = reads if keys is None else keys
    scores = (reads @ W_Q) @ (keys @ W_K).T / (width or W_Q.shape[1]) ** 0.5
    seen = np.tril(np.ones((n, n), dtype=bool))
    seen = {"causal": seen, "none": seen | True, "transposed": seen.T}[mask]
    scores = np.where(seen, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True) @ (keys @ W_V)


def writes(i, reads, W_Q, W_K, W_V, W_O, **how):
    return head(reads, W_Q[i], W_K[i], W_V[i], **how) @ W_O[i]


def run(x, *weights, order=(0, 1, 2), **how):
    for i in order:
        x = x + writes(i, x, *weights, **how)
    return x


def no_mask(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, mask="none")


def mask_transposed(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, mask="transposed")


def by_d_model(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, width=x.shape[1])


def not_divided(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, width=1)


def side_by_side(x, W_Q, W_K, W_V, W_O):
    return x + sum(writes(i, x, W_Q, W_K, W_V, W_O) for i in range(3))


def no_skip(x, W_Q, W_K, W_V, W_O):
    for i in range(3):
        x = writes(i, x, W_Q, W_K, W_V, W_O)
    return x


def one_skip(x, W_Q, W_K, W_V, W_O):
    return x + no_skip(x, W_Q, W_K, W_V, W_O)


def skip_from_the_input(x, W_Q, W_K, W_V, W_O):
    reads = x
    for i in range(3):
        reads = x + writes(i, reads, W_Q, W_K, W_V, W_O)
    return reads


def keys_from_the_input(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, keys=x)


def layers_swapped(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, order=(2, 1, 0))


def first_layer_again(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, order=(0, 0, 0))


def last_layer_missing(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, order=(0, 1))


def first_layer_only(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O, order=(0,))


def q_and_k_swapped(x, W_Q, W_K, W_V, W_O):
    return run(x, W_K, W_Q, W_V, W_O)


def without_x(x, W_Q, W_K, W_V, W_O):
    return run(x, W_Q, W_K, W_V, W_O) - x


WRONG = {
    "there is no mask; a token may attend only to itself and to the tokens before it": no_mask,
    "the mask is transposed; a token may attend to what comes before it, not after it": (
        mask_transposed
    ),
    "the scores are divided by √d_model, not by √d_head": by_d_model,
    "the scores are not divided by √d_head": not_divided,
    "all heads read the input, side by side; each layer reads the stream after the one before": (
        side_by_side
    ),
    "the residual connections are missing; add what a head writes to what it has read": no_skip,
    "one residual connection leads around all layers; each layer has its own": one_skip,
    "each residual connection begins at the input; it has to begin where its layer reads": (
        skip_from_the_input
    ),
    "keys and values come from the input; compute them from the stream that the layer reads": (
        keys_from_the_input
    ),
    "the layers are swapped; layer 0 comes first and layer 2 last": layers_swapped,
    "layer 0 is used three times; use each layer once": first_layer_again,
    "the last layer is missing; run all three": last_layer_missing,
    "only layer 0 is there; run all three layers": first_layer_only,
    "Q and K are swapped": q_and_k_swapped,
    "this is what all layers write together; add the input to it": without_x,
}
