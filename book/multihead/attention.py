r"""Scaled dot-product attention and multi-head attention.

A token is a row of ``x`` and is projected by ``x @ W``. The order of axes is
``batch, head, query, key`` for patterns and ``batch, head, pos, d_head`` for vectors.
"""

import math
from typing import Literal, NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from multihead import validate, whole

Form = Literal["paper", "wide", "sliced"]


def attention(
    q: Float[Tensor, "*batch query d_head"],
    k: Float[Tensor, "*batch key d_head"],
    v: Float[Tensor, "*batch key d_value"],
    mask: Bool[Tensor, "query key"] | None = None,
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
        The weights: every row is non-negative and sums to 1.

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
    validate.qkv(q, k, v)
    validate.mask(mask, q.shape[-2], k.shape[-2])
    out, pattern = _average(q / math.sqrt(q.shape[-1]), k, v, mask)
    validate.no_overflow(pattern, out)
    return out, pattern


def _average(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    """Compute attention for queries that are already divided by the square root of d_head."""
    scores = q @ k.transpose(-2, -1)  # (*batch, query, key)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    pattern = scores.softmax(dim=-1)
    return pattern @ v, pattern


class HeadOutputs(NamedTuple):
    """Outputs and patterns of a layer's heads, before W_O."""

    z: Float[Tensor, "*batch head pos d_head"]
    pattern: Float[Tensor, "*batch head query key"]


class MultiHeadAttention(nn.Module):
    r"""A layer of attention heads without biases.

    .. math:: Y = \sum_i g_i Z_i W_O^i, \qquad
              Z_i = \operatorname{softmax}\left(xW_Q^i (xW_K^i)^\top / \sqrt{d_\text{head}}\right)
              xW_V^i

    With every gate g_i at 1, the default, this sum equals ``concat(Z) @ W_O`` with the blocks of
    W_O stacked; see chapter 04.

    Parameters
    ----------
    d_model, n_heads
        Width of a token and number of heads.
    d_head
        Width of a head; by default it follows from ``form``.
    d_out
        Width of the output; by default ``d_model``.
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
        Shape (n_heads, d_read, d_head). The matrix reads d_read numbers of a token: d_model,
        or fewer because of ``form`` or ``position_only``.
    W_O
        Shape (n_heads, d_head, d_out).

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, or the sizes do not fit together.

    Notes
    -----
    ``"paper"`` is section 3.2.2 of Vaswani et al. (2017), "Attention is all you need".
    ``"sliced"`` is the "narrow" form of Bloem's *Transformers from scratch*. ``"wide"`` is the form
    of the Money/Bank example.

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
        form: Form = "paper",
        position_only: int = 0,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        d_head = validate.head_width(d_model, n_heads, d_head, form, position_only)
        d_out = d_model if d_out is None else d_out
        whole.sizes(d_out=d_out)
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
        """Return each head's ``z`` and ``pattern``, before W_O. Arguments are as in ``forward``."""
        z, pattern = self._attend(x, mask)
        return HeadOutputs(z[..., : self.d_head], pattern)

    def write(
        self, z: Float[Tensor, "*batch head pos d_head"]
    ) -> Float[Tensor, "*batch head pos d_out"]:
        """Return what each head adds to the output, Z_i W_O^i; ``forward`` sums it over heads."""
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
            Tokens, one per row, after any number of batch axes.
        mask
            True where the query (row) may look at the key (column).
        gate
            A factor for each head: 1 keeps it as it is, 0 removes it.

        Raises
        ------
        TypeError
            If x is not a floating-point tensor, or mask is not a bool tensor.
        ValueError
            If x has the wrong width, dtype or device, or contains NaN or infinity; if mask or gate
            has the wrong shape; if a row of mask is all False; or if the output is not finite.
            Values batched by ``vmap`` cannot be checked: a query whose mask row is all False then
            gets NaN.
        """
        validate.gate(gate, self.gate_shape)
        z, _ = self._attend(x, mask)
        if gate is not None:
            z = z * gate[:, None, None]
        W_O = nn.functional.pad(self.W_O, (0, 0, 0, z.shape[-1] - self.d_head))
        y = z.transpose(-3, -2).flatten(-2) @ W_O.flatten(0, 1)  # the heads side by side
        validate.no_overflow(y, W_O=self.W_O)
        return y

    def _attend(self, x: Tensor, mask: Tensor | None) -> HeadOutputs:
        """Run the heads. Their vectors end in zeros, see :func:`spare_width`."""
        validate.tokens(x, self.d_model, self.W_Q)
        validate.mask(mask, x.shape[-2], x.shape[-2])
        match = x[..., -self.position_only :] if self.position_only else x
        # Dividing W_Q by the root is cheaper than dividing the queries; the result is the same.
        q = self._project(match, self.W_Q / math.sqrt(self.d_head))
        k, v = self._project(match, self.W_K), self._project(x, self.W_V)
        z, pattern = _average(q, k, v, mask)
        validate.no_overflow(pattern, z, W_Q=self.W_Q, W_K=self.W_K, W_V=self.W_V)
        return HeadOutputs(z, pattern)

    def _project(self, x: Tensor, W: Tensor) -> Tensor:
        """(*batch, pos, d_read) -> (*batch, head, pos, d_head and spare zeros)"""
        spare = spare_width(x.shape[-2], self.d_head)
        W = nn.functional.pad(W.transpose(0, 1), (0, spare))  # (d_read, head, d_head)
        if self.form == "sliced":
            return torch.einsum("...thd,dhk->...htk", x.unflatten(-1, (self.n_heads, -1)), W)
        # Under vmap this takes half the time of an einsum, which makes a dozen views.
        return (x @ W.flatten(1)).unflatten(-1, (self.n_heads, -1)).transpose(-3, -2)

    def extra_repr(self) -> str:
        return (
            f"d_model={self.d_model}, n_heads={self.n_heads}, d_head={self.d_head}, "
            f"d_out={self.d_out}, form={self.form!r}"
        ) + (f", position_only={self.position_only}" if self.position_only else "")


def spare_width(n_pos: int, d_head: int) -> int:
    """Return how many zeros to append to a head's vectors, to make many small products fast.

    The zeros do not change the result. On a CPU, ``torch.bmm`` computes a matrix product of fewer
    than 400 multiplications in a plain loop, and a larger one with MKL, up to six times faster.
    Below about 75 multiplications the loop is just as fast.
    """
    if 75 <= n_pos * n_pos * d_head < 400:
        return math.ceil(400 / (n_pos * n_pos)) - d_head
    return 0


def normal(fan_in: int, *shape: int, generator: torch.Generator | None) -> nn.Parameter:
    """Draw from N(0, 1/fan_in), so that a matrix's output is about as large as its input."""
    return nn.Parameter(torch.randn(shape, generator=generator) / math.sqrt(fan_in))
