r"""The Money/Bank example: two words, two heads, numbers small enough to compute on paper.

The numbers of the example are defined here and nowhere else. Arrays are NumPy float64 and
read-only; the head axis comes first, so ``W_Q[0]`` is :math:`W_Q^1`.

The heads are in the *wide* form: each reads a whole row of ``X`` and is just as wide
(``d_head = d_model = 4``). The numbers were chosen, not learned.
"""

from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Float, Real


def _matrices(*tables: str) -> Float[np.ndarray, "matrix row column"]:
    """Read tables whose rows are separated by semicolons, as a read-only array."""
    stack = np.array([[row.split() for row in table.split(";")] for table in tables], dtype=float)
    stack.flags.writeable = False
    return stack


WORDS = ("money", "bank")
COORDINATES = ("finance", "water", "stuff", "place")

#: Static embeddings, shape (pos, d_model); the columns are COORDINATES.
X = _matrices("2 0 1 0; 1 1 0 2")[0]

#: Embedding of *river*, which can replace *money*; shape (d_model,).
RIVER = _matrices("0 2 1 0")[0, 0]

#: Projections, shape (head, d_model, d_head).
W_Q = _matrices("0 0 0 0; 1 0 0 1; 0 0 0 0; 0 1 0 0", "1 0 1 0; 0 1 0 1; 0 0 0 0; 0 0 0 0")
W_K = _matrices("0 0 1 0; 0 0 1 0; 1 1 0 1; 0 0 0 0", "0 0 1 0; 0 1 0 0; 0 0 0 0; 1 0 0 1")
W_V = _matrices("1 0 1 0; 0 1 0 0; 0 0 1 0; 0 0 0 1", "0 0 1 0; 0 0 1 1; 0 1 0 0; 1 0 0 1")

#: Output projection, shape (head, d_head, d_model): one block per head. Stacked, it is 8 x 4.
W_O = _matrices("1 0 0 0; 0 1 0 0; .5 0 .5 0; 0 0 0 .5", "0 0 0 .5; 0 0 1 0; .5 .5 0 0; 0 0 0 1")

Form = Literal["wide", "paper"]


class Weights(NamedTuple):
    """The matrices of one layer, with the head axis first."""

    W_Q: Float[np.ndarray, "head d_model d_head"]
    W_K: Float[np.ndarray, "head d_model d_head"]
    W_V: Float[np.ndarray, "head d_model d_head"]
    W_O: Float[np.ndarray, "head d_head d_model"]


class Steps(NamedTuple):
    """All intermediate results of a layer, from the embeddings to the output."""

    weights: Weights
    Q: Float[np.ndarray, "head pos d_head"]
    K: Float[np.ndarray, "head pos d_head"]
    V: Float[np.ndarray, "head pos d_head"]
    scores: Float[np.ndarray, "head pos pos"]
    pattern: Float[np.ndarray, "head pos pos"]
    Z: Float[np.ndarray, "head pos d_head"]
    Z_prime: Float[np.ndarray, "pos d_concat"]
    output: Float[np.ndarray, "pos d_model"]


def in_form(
    form: Form,
    W_Q: Real[np.ndarray, "head d_model d_model"],
    W_K: Real[np.ndarray, "head d_model d_model"],
    W_V: Real[np.ndarray, "head d_model d_model"],
    W_O: Real[np.ndarray, "head d_model d_model"],
) -> Weights:
    r"""Convert wide weights to one of the two forms of the example.

    ``"wide"`` keeps the weights unchanged. ``"paper"`` makes each head d_model/n_heads wide: it
    keeps the first d_model/n_heads columns of :math:`W_Q^i, W_K^i, W_V^i` and as many rows of
    :math:`W_O^i`. The result is a smaller layer with different outputs.

    Raises
    ------
    TypeError
        If a matrix does not hold real numbers.
    ValueError
        If ``form`` is neither of these, a shape does not match, a number is NaN or infinite, or
        ``form="paper"`` and the number of heads does not divide d_model.
    """
    named = {"W_Q": W_Q, "W_K": W_K, "W_V": W_V, "W_O": W_O}
    named = {name: _floats(name, w) for name, w in named.items()}
    shape = named["W_Q"].shape
    for name, w in named.items():
        if w.ndim != 3 or w.shape != shape or shape[1] != shape[2] or w.size == 0:
            raise ValueError(
                f"{name} has shape {w.shape}, W_Q {shape}; give all wide weights as "
                "(n_heads, d_model, d_model), one square matrix per head"
            )
    n_heads, d_model, _ = shape
    wide = Weights(**named)
    if form == "wide":
        return wide
    if form != "paper":
        raise ValueError(f"form={form!r}; use 'wide' or 'paper'")
    if d_model % n_heads:
        fits = ", ".join(str(h) for h in range(1, d_model + 1) if d_model % h == 0)
        raise ValueError(
            f"{n_heads} heads do not divide d_model={d_model}; for the paper form use one of {fits}"
        )
    d_head = d_model // n_heads
    W_Q, W_K, W_V = (w[:, :, :d_head] for w in wide[:3])
    return Weights(W_Q, W_K, W_V, wide.W_O[:, :d_head])


def steps(
    X: Real[np.ndarray, "pos d_model"],
    W_Q: Real[np.ndarray, "head d_model d_model"],
    W_K: Real[np.ndarray, "head d_model d_model"],
    W_V: Real[np.ndarray, "head d_model d_model"],
    W_O: Real[np.ndarray, "head d_model d_model"],
    form: Form = "wide",
) -> Steps:
    r"""Compute the example and keep every intermediate result.

    .. math:: Z_i = \operatorname{softmax}\left(XW_Q^i (XW_K^i)^\top / \sqrt{d_\text{head}}\right)
              XW_V^i, \qquad \text{output} = [Z_1\; Z_2 \dots]\, W_O

    Parameters
    ----------
    X
        Embeddings, one row per word.
    W_Q, W_K, W_V, W_O
        The weights in wide form, as defined in this module.
    form
        ``"wide"`` or ``"paper"``; see :func:`in_form` for what the second keeps.

    Returns
    -------
    Steps
        The weights used, then Q, K, V, scores, pattern, Z, Z_prime and output in that order.

    Raises
    ------
    TypeError, ValueError
        As in :func:`in_form`; also if the width of ``X`` is not that of the weights, or if finite
        inputs are so large that a product overflows float64.
    """
    weights = in_form(form, W_Q, W_K, W_V, W_O)
    X = _floats("X", X)
    d_model = weights.W_Q.shape[1]
    if X.ndim != 2 or X.shape[1] != d_model or len(X) == 0:
        raise ValueError(f"X has shape {X.shape}; these weights need (words, d_model={d_model})")
    with np.errstate(over="ignore", invalid="ignore"):
        Q, K, V = X @ weights.W_Q, X @ weights.W_K, X @ weights.W_V  # (head, pos, d_head)
        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])  # (head, query, key)
        pattern = softmax(scores)
        Z = pattern @ V  # (head, pos, d_head)
        Z_prime = np.concatenate(Z, axis=1)  # (pos, head * d_head)
        output = Z_prime @ np.concatenate(weights.W_O)  # (pos, d_model)
    if not (np.isfinite(scores).all() and np.isfinite(output).all()):
        raise ValueError("the inputs are finite but their products overflow; make them smaller")
    return Steps(weights, Q, K, V, scores, pattern, Z, Z_prime, output)


def softmax(scores: Real[np.ndarray, "*batch key"]) -> Float[np.ndarray, "*batch key"]:
    r"""Turn each row of scores into positive shares that sum to 1: :math:`e^{s_j}/\sum_k e^{s_k}`.

    The largest score of each row is subtracted first. This does not change the result and keeps
    :math:`e^{s}` from overflowing.
    """
    scores = _real("scores", scores)
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def _real(name: str, values: np.ndarray) -> Float[np.ndarray, "..."]:
    values = np.asarray(values)
    if values.dtype.kind not in "iuf":
        raise TypeError(f"{name} holds {values.dtype}; give real numbers")
    return values.astype(float)


def _floats(name: str, values: np.ndarray) -> Float[np.ndarray, "..."]:
    values = _real(name, values)
    if not np.isfinite(values).all():
        bad = np.count_nonzero(~np.isfinite(values))
        raise ValueError(f"{name} holds {bad} NaN or infinite number(s) of {values.size}")
    return values
