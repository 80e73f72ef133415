r"""Scaled dot-product attention, and many heads of it at once.

Row vectors throughout: a token is a row of ``x`` and is projected by ``x @ W``. Axes stand in
the order ``batch, head, query, key`` for patterns and ``batch, head, pos, d_head`` for vectors.
"""

import math
from typing import Literal, NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from multihead import validate

Form = Literal["paper", "wide", "sliced"]


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
    out, pattern = _average(q / math.sqrt(q.shape[-1]), k, v, mask)
    validate.no_overflow(pattern, out)
    return out, pattern


def _average(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    """Attend with queries that are already divided by the root of d_head."""
    scores = q @ k.transpose(-2, -1)  # (*batch, query, key)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    pattern = scores.softmax(dim=-1)
    return pattern @ v, pattern


class HeadOutputs(NamedTuple):
    """What the heads of one layer computed, before W_O mixes them."""

    z: Float[Tensor, "*batch head pos d_head"]
    pattern: Float[Tensor, "*batch head query key"]


class MultiHeadAttention(nn.Module):
    r"""A layer of attention heads without biases.

    .. math:: Y = \sum_i g_i Z_i W_O^i, \qquad
              Z_i = \operatorname{softmax}\left(xW_Q^i (xW_K^i)^\top / \sqrt{d_\text{head}}\right)
              xW_V^i

    This sum is the same as ``concat(Z) @ W_O`` with the blocks of W_O stacked; chapter 04 shows it.

    Parameters
    ----------
    d_model, n_heads
        Width of a token, and how many heads read it.
    d_head
        Width of a head; the form's own if not given.
    d_out
        Width of the output; ``d_model`` if not given.
    form
        ``"paper"``: every head reads the whole token, d_head = d_model / n_heads; 4d² weights.
        ``"wide"``: the same with d_head = d_model; 4hd² weights.
        ``"sliced"``: head i reads only its own slice of the token,
        ``x[..., i*d_head:(i+1)*d_head]``; 3d²/h + d² weights.
    position_only
        If n > 0, W_Q and W_K read only the last n numbers of a token. With n = ``n_pos`` of
        :class:`multihead.tasks.LookUps` the pattern cannot depend on the content.
    generator
        Source of the random weights, drawn from N(0, 1/fan_in).

    Attributes
    ----------
    W_Q, W_K, W_V
        Shape (n_heads, d_read, d_head); d_read is d_model, or what ``form`` and
        ``position_only`` leave of it.
    W_O
        Shape (n_heads, d_head, d_out).

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, or the sizes do not fit each other.

    Notes
    -----
    The paper's form is section 3.2.2 of Vaswani et al. (2017), "Attention is all you need". Sliced
    is the "narrow" form of Bloem's *Transformers from scratch*. Wide is the form of the Money/Bank
    example.

    Under ``torch.vmap``, as in training, shapes are checked and numbers are not: there a seed that
    diverges computes NaN and does not stop the others.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_head: int | None = None,
        *,
        d_out: int | None = None,
        form: Form = "paper",
        position_only: int = 0,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        d_head = validate.layer(d_model, n_heads, d_head, form, position_only)
        d_out = d_model if d_out is None else d_out
        validate.sizes(d_out=d_out)
        self.d_model, self.n_heads, self.d_head, self.d_out = d_model, n_heads, d_head, d_out
        self.form, self.position_only, self.gate_shape = form, position_only, (n_heads,)
        d_read = d_head if form == "sliced" else d_model
        d_match = position_only or d_read
        self.W_Q = normal(d_match, n_heads, d_match, d_head, generator=generator)
        self.W_K = normal(d_match, n_heads, d_match, d_head, generator=generator)
        self.W_V = normal(d_read, n_heads, d_read, d_head, generator=generator)
        self.W_O = normal(n_heads * d_head, n_heads, d_head, d_out, generator=generator)

    def heads(
        self, x: Float[Tensor, "*batch pos d_model"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> HeadOutputs:
        """Each head's output ``z`` and ``pattern``, before W_O; arguments as in ``forward``."""
        z, pattern = self._attend(x, mask)
        return HeadOutputs(z[..., : self.d_head], pattern)

    def write(
        self, z: Float[Tensor, "*batch head pos d_head"]
    ) -> Float[Tensor, "*batch head pos d_out"]:
        """Give what each head adds to the output, Z_i W_O^i; ``forward`` is their sum."""
        validate.answer_of_heads(z, self.n_heads, self.d_head)
        return z @ self.W_O

    def forward(
        self,
        x: Float[Tensor, "*batch pos d_model"],
        mask: Bool[Tensor, "pos pos"] | None = None,
        gate: Float[Tensor, " head"] | None = None,
    ) -> Float[Tensor, "*batch pos d_out"]:
        """Attend from every token to every token the mask allows.

        Parameters
        ----------
        x
            Tokens, one row each, with any number of batch axes in front.
        mask
            True where the query (row) may look at the key (column).
        gate
            A factor for each head: 1 leaves it, 0 removes it.

        Raises
        ------
        TypeError
            If x is no floating-point tensor, or the mask no bool tensor.
        ValueError
            If x has the wrong width, dtype or device or holds NaN or infinity, if mask or gate does
            not fit, if the mask forbids a query everything, or if the output is not finite. What
            is in a tensor cannot be looked at under ``vmap``: there such a query gets NaN.
        """
        validate.gate(gate, self.gate_shape)
        z, _ = self._attend(x, mask)
        if gate is not None:
            z = z * gate[:, None, None]
        W_O = nn.functional.pad(self.W_O, (0, 0, 0, z.shape[-1] - self.d_head))
        y = torch.einsum("...htk,hko->...to", z, W_O)
        validate.no_overflow(y, W_O=self.W_O)
        return y

    def _attend(self, x: Tensor, mask: Tensor | None) -> HeadOutputs:
        """Run the heads; their vectors end in the zeros of :func:`spare_width`."""
        validate.tokens(x, self.d_model, self.W_Q)
        validate.mask(mask, x.shape[-2], x.shape[-2])
        match = x[..., -self.position_only :] if self.position_only else x
        # Dividing W_Q by the root is cheaper than dividing the queries, and gives the same.
        q = self._project(match, self.W_Q / math.sqrt(self.d_head))
        k, v = self._project(match, self.W_K), self._project(x, self.W_V)
        z, pattern = _average(q, k, v, mask)
        validate.no_overflow(pattern, z, W_Q=self.W_Q, W_K=self.W_K, W_V=self.W_V)
        return HeadOutputs(z, pattern)

    def _project(self, x: Tensor, W: Tensor) -> Tensor:
        """(*batch, pos, d_read) -> (*batch, head, pos, d_head and spare zeros)"""
        W = nn.functional.pad(W, (0, spare_width(x.shape[-2], self.d_head)))
        if self.form == "sliced":
            return torch.einsum("...thd,hdk->...htk", x.unflatten(-1, (self.n_heads, -1)), W)
        return torch.einsum("...td,hdk->...htk", x, W)

    def extra_repr(self) -> str:
        return (
            f"d_model={self.d_model}, n_heads={self.n_heads}, d_head={self.d_head}, "
            f"d_out={self.d_out}, form={self.form!r}"
        ) + (f", position_only={self.position_only}" if self.position_only else "")


def spare_width(n_pos: int, d_head: int) -> int:
    """Zeros to append to a head's vectors to make many small products fast; they change nothing.

    On a CPU, ``torch.bmm`` multiplies matrices with fewer than 400 products of numbers in a plain
    loop, and larger ones up to six times faster with MKL. Below about 75 the loop is as fast.
    """
    if 75 <= n_pos * n_pos * d_head < 400:
        return math.ceil(400 / (n_pos * n_pos)) - d_head
    return 0


def normal(fan_in: int, *shape: int, generator: torch.Generator | None) -> nn.Parameter:
    """N(0, 1/fan_in), so that what a matrix gives is about as large as what it gets."""
    return nn.Parameter(torch.randn(shape, generator=generator) / math.sqrt(fan_in))
