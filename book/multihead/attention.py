r"""Scaled dot-product attention and multi-head attention.

A token is a row of ``x`` and is projected by ``x @ W``. The order of axes is
``batch, head, query, key`` for patterns and ``batch, head, pos, d_head`` for vectors.
"""

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.func import functional_call

from multihead import setting
from multihead.attention_dropout import dropout
from multihead.validation import tensor_inputs

Tokens = Float[Tensor, "*batch pos d_model"]
HeadVectors = Float[Tensor, "*batch head pos d_head"]
Mask = Bool[Tensor, "query key"]  # True where the query (row) may look at the key (column)


def attention(
    q: Float[Tensor, "*batch query d_head"],
    k: Float[Tensor, "*batch key d_head"],
    v: Float[Tensor, "*batch key d_value"],
    mask: Mask | None = None,
) -> tuple[Float[Tensor, "*batch query d_value"], Float[Tensor, "*batch query key"]]:
    r"""Average the values for each query, weighted by how well their keys match it.

    .. math:: \operatorname{softmax}\left(QK^\top / \sqrt{d_\text{head}}\right) V

    Parameters
    ----------
    q, k, v
        Queries, keys and values, one row per token. Their batch axes must be equal; they are
        not broadcast.
    mask
        True where the query (row) may look at the key (column).

    Returns
    -------
    out
        The weighted averages of the rows of ``v``.
    pattern
        The weights before any dropout: every row is non-negative and sums to 1.

    Raises
    ------
    TypeError
        If an input is not a floating-point tensor, or ``mask`` is not a bool tensor.
    ValueError
        If shapes do not match, an input contains NaN or infinity, a row of ``mask`` is all
        False (its softmax would be 0/0), or the products of finite inputs overflow.

    Notes
    -----
    Equation 1 of Vaswani et al. (2017), "Attention is all you need".
    """
    tensor_inputs.check_attention(q, k, v, mask)
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(-2, -1)  # (*batch, query, key)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    pattern = scores.softmax(dim=-1)
    out = dropout(pattern) @ v  # (*batch, query, d_value); dropout only where a training asks
    tensor_inputs.check_finite(pattern, out)
    return out, pattern


class HeadOutputs(NamedTuple):
    """Outputs and patterns of a layer's heads, before W_O."""

    z: HeadVectors
    pattern: Float[Tensor, "*batch head query key"]


class MultiHeadAttention(nn.Module):
    r"""A layer of attention heads without biases; every head reads the whole token.

    .. math:: Y = \sum_i Z_i W_O^i, \qquad
              Z_i = \operatorname{softmax}\left(xW_Q^i (xW_K^i)^\top / \sqrt{d_\text{head}}\right)
              xW_V^i

    This sum equals ``concat(Z) @ W_O`` with the blocks of W_O stacked; see chapter 04.

    Parameters
    ----------
    d_model, n_heads
        Width of a token and number of heads.
    d_head
        Width of a head; by default d_model / n_heads, which has 4d² weights. The Money/Bank
        example has d_head = d_model, with 4hd² weights.
    d_out
        Width of the output; by default ``d_model``.
    generator
        Source of the random weights, drawn from N(0, 1/fan_in).

    Attributes
    ----------
    W_Q, W_K, W_V
        Shape (n_heads, d_model, d_head).
    W_O
        Shape (n_heads, d_head, d_out).

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, or d_head is not given and n_heads does not divide d_model.

    Notes
    -----
    Section 3.2.2 of Vaswani et al. (2017), "Attention is all you need".

    Under ``torch.vmap``, which training uses, shapes are checked but values are not. A seed that
    diverges then gives NaN and does not stop the others.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        *,
        d_out: int | None = None,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        d_head, d_out = tensor_inputs.layer_widths(d_model, n_heads, d_head, d_out)
        d_head = setting.current().wide(d_head)  # as given, but where readers change all widths
        self.d_model, self.n_heads, self.d_head, self.d_out = d_model, n_heads, d_head, d_out
        self.W_Q = normal(d_model, n_heads, d_model, d_head, generator=generator)
        self.W_K = normal(d_model, n_heads, d_model, d_head, generator=generator)
        self.W_V = normal(d_model, n_heads, d_model, d_head, generator=generator)
        self.W_O = normal(n_heads * d_head, n_heads, d_head, d_out, generator=generator)

    def project(self, x: Tokens) -> tuple[HeadVectors, HeadVectors, HeadVectors]:
        """Return queries, divided by the root of d_head, keys and values.

        It is W_Q that is divided: it has fewer numbers than the queries of a batch.
        """
        W_Q = self.W_Q / math.sqrt(self.d_head)
        return by_head(x, W_Q), by_head(x, self.W_K), by_head(x, self.W_V)

    def heads(self, x: Tokens, mask: Mask | None = None) -> HeadOutputs:
        """Return each head's ``z`` and ``pattern``, before W_O. Arguments are as in ``forward``."""
        tensor_inputs.check_layer(x, mask, self.d_model, self.W_Q)
        q, k, v = self.project(x)  # each (*batch, head, pos, d_head); q is scaled already
        scores = q @ k.transpose(-2, -1)  # (*batch, head, query, key)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        pattern = scores.softmax(dim=-1)
        z = dropout(pattern) @ v  # (*batch, head, query, d_head)
        tensor_inputs.check_finite(pattern, z, W_Q=self.W_Q, W_K=self.W_K, W_V=self.W_V)
        return HeadOutputs(z, pattern)

    def write(self, z: HeadVectors) -> Float[Tensor, "*batch head pos d_out"]:
        """Return what each head adds to the output, Z_i W_O^i; the sum over heads is the output."""
        tensor_inputs.check_outputs_of_heads(z, self.n_heads, self.d_head)
        return z @ self.W_O

    def forward(self, x: Tokens, mask: Mask | None = None) -> Float[Tensor, "*batch pos d_out"]:
        """Attend from every token to every token the mask allows.

        Parameters
        ----------
        x
            Tokens, one per row, after any number of batch axes.
        mask
            True where the query (row) may look at the key (column).

        Raises
        ------
        TypeError
            If x is not a floating-point tensor, or mask is not a bool tensor.
        ValueError
            If x has the wrong width, dtype or device, or contains NaN or infinity; if mask has the
            wrong shape; if a row of mask is all False; or if the output is not finite. Values
            batched by ``vmap`` cannot be checked: a query whose mask row is all False then gets
            NaN.
        """
        z = self.heads(x, mask).z
        side_by_side = z.transpose(-3, -2).flatten(-2)  # (*batch, pos, n_heads * d_head)
        y = side_by_side @ self.W_O.flatten(0, 1)  # (*batch, pos, d_out)
        tensor_inputs.check_finite(y, W_O=self.W_O)
        return y

    def extra_repr(self) -> str:
        sizes = "d_model", "n_heads", "d_head", "d_out"
        return ", ".join(f"{name}={getattr(self, name)}" for name in sizes)


def by_head(
    x: Float[Tensor, "*batch pos width"], W: Float[Tensor, "head width d_head"]
) -> HeadVectors:
    """Multiply tokens by each head's matrix, all heads in one product.

    Under ``vmap`` this takes half the time of an einsum, which makes a dozen views.
    """
    side_by_side = x @ W.transpose(0, 1).flatten(1)  # (*batch, pos, head * d_head)
    return side_by_side.unflatten(-1, (len(W), -1)).transpose(-3, -2)


def normal(fan_in: int, *shape: int, generator: torch.Generator | None) -> nn.Parameter:
    """Draw from N(0, 1/fan_in), so that a matrix's output is about as large as its input."""
    return nn.Parameter(torch.randn(shape, generator=generator) / math.sqrt(fan_in))


def gated(
    layer: MultiHeadAttention,
    gate: Float[Tensor, " head"],
    x: Tokens,
    mask: Mask | None = None,
) -> Float[Tensor, "*batch pos d_out"]:
    r"""Return a layer's output when each head has a gate: 1 keeps it as it is, 0 removes it.

    .. math:: Y = \sum_i g_i Z_i W_O^i

    A gate is a factor of W_O, so this holds for each kind of layer.

    Raises
    ------
    ValueError, TypeError
        If the gate is not one number for each head; else as the layer itself.
    """
    tensor_inputs.check_gate(gate, (layer.n_heads,))
    return functional_call(layer, {"W_O": layer.W_O * gate[:, None, None]}, (x, mask))


class SlicedAttention(MultiHeadAttention):
    """Head i reads only its own slice of the token, ``x[..., i*d_head:(i+1)*d_head]``.

    So d_head is d_model / n_heads, W_Q, W_K and W_V have the shape (n_heads, d_head, d_head), and
    the layer has 3d²/h + d² weights. It is the "narrow" form of Bloem's *Transformers from
    scratch*. Parameters and errors are those of :class:`MultiHeadAttention`.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        *,
        d_out: int | None = None,
        generator: torch.Generator | None = None,
    ):
        nn.Module.__init__(self)
        d_head, d_out = tensor_inputs.layer_widths(d_model, n_heads, None, d_out)
        self.d_model, self.n_heads, self.d_head, self.d_out = d_model, n_heads, d_head, d_out
        self.W_Q = normal(d_head, n_heads, d_head, d_head, generator=generator)
        self.W_K = normal(d_head, n_heads, d_head, d_head, generator=generator)
        self.W_V = normal(d_head, n_heads, d_head, d_head, generator=generator)
        self.W_O = normal(n_heads * d_head, n_heads, d_head, d_out, generator=generator)

    def project(self, x: Tokens) -> tuple[HeadVectors, HeadVectors, HeadVectors]:
        """Return queries, keys and values, each head's from its slice; queries are divided."""
        slices = x.unflatten(-1, (self.n_heads, -1))
        matrices = self.W_Q / math.sqrt(self.d_head), self.W_K, self.W_V
        q, k, v = (torch.einsum("...thd,hdk->...htk", slices, W) for W in matrices)
        return q, k, v


class PositionOnlyAttention(MultiHeadAttention):
    """W_Q and W_K read only the last ``n_place`` numbers of a token, W_V all of it.

    With n_place = ``n_pos`` of :class:`multihead.tasks.LookUps`, whose tokens end in their
    position, the pattern cannot depend on the content. W_Q and W_K have the shape (n_heads,
    n_place, d_head). Other parameters and errors are those of :class:`MultiHeadAttention`.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        *,
        n_place: int,
        d_out: int | None = None,
        generator: torch.Generator | None = None,
    ):
        nn.Module.__init__(self)
        d_head, d_out = tensor_inputs.layer_widths(d_model, n_heads, d_head, d_out)
        d_head = setting.current().wide(d_head)
        tensor_inputs.check_place(n_place, d_model)
        self.d_model, self.n_heads, self.d_head, self.d_out = d_model, n_heads, d_head, d_out
        self.n_place = n_place
        self.W_Q = normal(n_place, n_heads, n_place, d_head, generator=generator)
        self.W_K = normal(n_place, n_heads, n_place, d_head, generator=generator)
        self.W_V = normal(d_model, n_heads, d_model, d_head, generator=generator)
        self.W_O = normal(n_heads * d_head, n_heads, d_head, d_out, generator=generator)

    def project(self, x: Tokens) -> tuple[HeadVectors, HeadVectors, HeadVectors]:
        """Return queries and keys of the position, and values of the token; queries are divided."""
        place, W_Q = x[..., -self.n_place :], self.W_Q / math.sqrt(self.d_head)
        return by_head(place, W_Q), by_head(place, self.W_K), by_head(x, self.W_V)
