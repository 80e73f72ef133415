r"""Scaled dot-product attention, and many heads of it at once.

Row vectors throughout: a token is a row of ``x`` and is projected by ``x @ W``. Axes stand in
the order ``batch, head, query, key`` for patterns and ``batch, head, pos, d_head`` for vectors.
"""

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from multihead import validate


def attention(
    q: Float[Tensor, "*batch query d_head"],
    k: Float[Tensor, "*batch key d_head"],
    v: Float[Tensor, "*batch key d_value"],
    mask: Bool[Tensor, "query key"] | None = None,
) -> tuple[Float[Tensor, "*batch query d_value"], Float[Tensor, "*batch query key"]]:
    r"""Average the values, each query weighing them by its match with the keys.

    .. math:: \operatorname{softmax}\left(QK^\top / \sqrt{d_\text{head}}\right) V

    Parameters
    ----------
    q, k, v
        Queries, keys and values, one row a token. The batch axes of the three must be equal:
        nothing is broadcast.
    mask
        True where the query (row) may look at the key (column).

    Returns
    -------
    out
        The weighted averages of the rows of ``v``.
    pattern
        The weights: every row is non-negative and sums to 1.

    Raises
    ------
    TypeError
        If an input is no floating-point tensor, or ``mask`` no bool tensor.
    ValueError
        If shapes do not fit, if an input holds NaN or infinity, or if some row of ``mask`` is
        all False: its softmax would be 0/0. Also if the scores of finite inputs overflow.

    Notes
    -----
    Equation 1 of Vaswani et al. (2017), "Attention is all you need".
    """
    validate.qkv(q, k, v)
    validate.mask(mask, q.shape[-2], k.shape[-2])
    out, pattern = _attention(q, k, v, mask)
    validate.no_overflow(pattern, out)
    return out, pattern


class HeadOutputs(NamedTuple):
    """What the heads of one layer computed, before W_O mixes them."""

    z: Float[Tensor, "*batch head pos d_head"]
    pattern: Float[Tensor, "*batch head query key"]


def head_outputs(
    x: Float[Tensor, "*batch pos d_read"],
    W_Q: Float[Tensor, "*batch_w d_read d_head"],
    W_K: Float[Tensor, "*batch_w d_read d_head"],
    W_V: Float[Tensor, "*batch_w d_read d_head"],
    mask: Bool[Tensor, "query key"] | None = None,
) -> HeadOutputs:
    r"""Run every head on ``x``: :math:`Z_i = \text{attention}(xW_Q^i, xW_K^i, xW_V^i)`.

    This is the unchecked core. It is a chain of batched matrix products, so it also runs under
    ``torch.vmap`` and with extra leading axes, as long as the axes before the last two of ``x``
    broadcast with those of the weights: give ``x`` an axis of size 1 where the weights have
    their head axis.
    """
    return HeadOutputs(*_attention(x @ W_Q, x @ W_K, x @ W_V, mask))


def write(
    z: Float[Tensor, "*batch head pos d_head"],
    W_O: Float[Tensor, "*batch_w head d_head d_model"],
) -> Float[Tensor, "*batch head pos d_model"]:
    r"""Give what each head adds to the output, :math:`Z_i W_O^i`; their sum is the output.

    Summing these is the same as ``concat(Z) @ W_O`` with the blocks of ``W_O`` stacked
    (chapter 04 shows it). Unchecked, like :func:`head_outputs`.
    """
    return z @ W_O


class MultiHeadAttention(nn.Module):
    r"""A layer of attention heads without biases.

    .. math:: Y = \sum_i Z_i W_O^i, \qquad
              Z_i = \operatorname{softmax}\left(xW_Q^i (xW_K^i)^\top / \sqrt{d_\text{head}}\right)
              xW_V^i

    Parameters
    ----------
    d_model, n_heads
        Width of a token, and how many heads read it.
    d_head
        Width of a head; ``d_model / n_heads`` if not given, which must then be whole.
    sliced
        If True head i reads only its own slice of x, ``x[..., i*d_head:(i+1)*d_head]``, so
        ``n_heads * d_head`` must be ``d_model``. If False every head reads the whole of x.
    generator
        Source of the random weights, drawn from N(0, 1/fan_in).

    Attributes
    ----------
    W_Q, W_K, W_V
        Shape (n_heads, d_read, d_head), where d_read is d_head if sliced, else d_model.
    W_O
        Shape (n_heads, d_head, d_model).

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, or the sizes do not fit each other.

    Notes
    -----
    Section 3.2.2 of Vaswani et al. (2017) is :meth:`paper`. :meth:`sliced` is the "narrow" form
    of Bloem's *Transformers from scratch*. :meth:`wide` is the form of the Money/Bank example.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        *,
        sliced: bool = False,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        d_head = validate.head_sizes(d_model, n_heads, d_head, sliced)
        self.d_model, self.n_heads, self.d_head, self.is_sliced = d_model, n_heads, d_head, sliced
        d_read = d_head if sliced else d_model

        def normal(fan_in: int, *shape: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(shape, generator=generator) / math.sqrt(fan_in))

        self.W_Q = normal(d_read, n_heads, d_read, d_head)
        self.W_K = normal(d_read, n_heads, d_read, d_head)
        self.W_V = normal(d_read, n_heads, d_read, d_head)
        self.W_O = normal(n_heads * d_head, n_heads, d_head, d_model)

    @classmethod
    def sliced(
        cls, d_model: int, n_heads: int, generator: torch.Generator | None = None
    ) -> "MultiHeadAttention":
        """Heads that each read their own slice, d_model/n_heads wide: 3d²/h + d² weights."""
        return cls(d_model, n_heads, sliced=True, generator=generator)

    @classmethod
    def paper(
        cls, d_model: int, n_heads: int, generator: torch.Generator | None = None
    ) -> "MultiHeadAttention":
        """Heads that read the whole token and are d_model/n_heads wide: 4d² weights."""
        return cls(d_model, n_heads, generator=generator)

    @classmethod
    def wide(
        cls, d_model: int, n_heads: int, generator: torch.Generator | None = None
    ) -> "MultiHeadAttention":
        """Heads that read the whole token and are as wide as it: 4hd² weights."""
        return cls(d_model, n_heads, d_model, generator=generator)

    def heads(
        self, x: Float[Tensor, "*batch pos d_model"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> HeadOutputs:
        """Each head's output ``z`` and ``pattern``, before W_O; arguments as in ``forward``."""
        validate.tokens(x, self.d_model, self.W_Q)
        validate.mask(mask, x.shape[-2], x.shape[-2])
        if self.is_sliced:
            # (*batch, pos, d_model) -> (*batch, head, pos, d_head): cut into slices first.
            x = x.unflatten(-1, (self.n_heads, self.d_head)).transpose(-3, -2)
        else:
            # (*batch, pos, d_model) -> (*batch, 1, pos, d_model): all heads read the same x.
            x = x.unsqueeze(-3)
        z, pattern = head_outputs(x, self.W_Q, self.W_K, self.W_V, mask)
        validate.no_overflow(pattern, z, W_Q=self.W_Q, W_K=self.W_K, W_V=self.W_V)
        return HeadOutputs(z, pattern)

    def write(
        self, z: Float[Tensor, "*batch head pos d_head"]
    ) -> Float[Tensor, "*batch head pos d_model"]:
        """Give what each head adds to the output: ``forward`` is the sum over ``head``."""
        validate.answer_of_heads(z, self.n_heads, self.d_head)
        return write(z, self.W_O)

    def forward(
        self, x: Float[Tensor, "*batch pos d_model"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> Float[Tensor, "*batch pos d_model"]:
        """Attend from every token to every token the mask allows.

        Parameters
        ----------
        x
            Tokens, one row each, with any number of batch axes in front.
        mask
            True where the query (row) may look at the key (column).

        Raises
        ------
        TypeError
            If x is no floating-point tensor, or the mask no bool tensor.
        ValueError
            If x has the wrong width, dtype or device or holds NaN or infinity, if the mask does
            not fit or forbids a query everything, or if the output is not finite.
        """
        y = self.write(self.heads(x, mask).z).sum(dim=-3)
        validate.no_overflow(y, W_O=self.W_O)
        return y

    def extra_repr(self) -> str:
        return f"d_model={self.d_model}, n_heads={self.n_heads}, d_head={self.d_head}" + (
            ", sliced=True" if self.is_sliced else ""
        )


def _attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (*batch, query, key)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    pattern = scores.softmax(dim=-1)
    return pattern @ v, pattern
