r"""The smallest model around one attention layer.

It is an ordinary module that holds one seed; :func:`multihead.train.train` makes and trains many
at once. What does not fit is refused, but NaN is not (unlike in
:class:`multihead.attention.MultiHeadAttention`), so all of it runs under ``torch.vmap``, and a
seed that diverges does not stop the others.
"""

import math
from typing import Literal

import torch
from jaxtyping import Bool, Float
from torch import Generator, Tensor, nn

from multihead import validate
from multihead.attention import HeadOutputs

Form = Literal["paper", "wide", "sliced"]


class AttentionLayer(nn.Module):
    r"""One layer of heads whose W_O writes straight to the answer; no biases.

    .. math:: Y = \sum_i g_i Z_i W_O^i \quad (+\; x W_\text{skip})

    Parameters
    ----------
    d_model, d_out, n_heads
        Width of a token, width of the answer, number of heads.
    d_head
        Width of a head; the form's own if not given.
    form
        ``"paper"``: every head reads the whole token, d_head = d_model / n_heads.
        ``"wide"``: the same with d_head = d_model.
        ``"sliced"``: head i reads only its own slice of the token, d_model / n_heads wide.
    position_only
        If n > 0, W_Q and W_K read only the last n numbers of a token. With n = ``n_pos`` of
        :class:`multihead.tasks.LookUps` the pattern cannot depend on the content.
    output
        If False there is no W_O: the answer is the plain sum of the heads, and d_head is d_out.
    skip
        If True the token itself also reaches the answer, through a matrix W_skip.
    generator
        Source of the start: N(0, 1/fan_in) for every matrix.

    Attributes
    ----------
    W_Q, W_K, W_V
        Shape (n_heads, d_read, d_head); d_read is d_model, or what ``form`` and
        ``position_only`` leave of it.
    W_O
        Shape (n_heads, d_head, d_out); None if ``output`` is False.
    W_skip
        Shape (d_model, d_out); None unless ``skip``.

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, or the sizes do not fit each other.
    """

    def __init__(
        self,
        d_model: int,
        d_out: int,
        n_heads: int,
        d_head: int | None = None,
        *,
        form: Form = "paper",
        position_only: int = 0,
        output: bool = True,
        skip: bool = False,
        generator: Generator | None = None,
    ):
        super().__init__()
        if form not in ("paper", "wide", "sliced"):
            raise ValueError(f"form={form!r}; use 'paper', 'wide' or 'sliced'")
        if not 0 <= position_only <= d_model or (position_only and form == "sliced"):
            raise ValueError(
                f"position_only={position_only} with form={form!r}; use 0 to d_model={d_model}, "
                "and 0 for sliced heads"
            )
        if not output:
            if d_head not in (None, d_out):
                raise ValueError(
                    f"d_head={d_head} but d_out={d_out}: without W_O the heads are summed as they "
                    "are; make them equal"
                )
            d_head = d_out
        if form == "wide" and d_head is None:
            d_head = d_model
        d_head = validate.head_sizes(d_model, n_heads, d_head, form == "sliced")
        validate.sizes(d_out=d_out)
        self.d_model, self.n_heads, self.form = d_model, n_heads, form
        self.position_only = position_only
        self.gate_shape = (n_heads,)
        d_read = d_head if form == "sliced" else d_model
        d_match = position_only or d_read
        self.W_Q = normal(d_match, n_heads, d_match, d_head, generator=generator)
        self.W_K = normal(d_match, n_heads, d_match, d_head, generator=generator)
        self.W_V = normal(d_read, n_heads, d_read, d_head, generator=generator)
        fan_in = n_heads * d_head
        self.W_O = normal(fan_in, n_heads, d_head, d_out, generator=generator) if output else None
        self.W_skip = normal(d_model, d_model, d_out, generator=generator) if skip else None

    def heads(
        self, x: Float[Tensor, "batch pos d_model"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> HeadOutputs:
        """Each head's output (batch, head, pos, d_head) and pattern (batch, head, query, key)."""
        z, pattern = self._attend(x, mask)
        return HeadOutputs(z[..., : self.W_V.shape[-1]], pattern)

    def write(
        self, z: Float[Tensor, "batch head pos d_head"]
    ) -> Float[Tensor, "batch head pos d_out"]:
        """Give what each head adds to the answer; the answer is their sum (and the skip)."""
        validate.answer_of_heads(z, self.n_heads, self.W_V.shape[-1])
        return z if self.W_O is None else z @ self.W_O

    def forward(
        self,
        x: Float[Tensor, "batch pos d_model"],
        mask: Bool[Tensor, "pos pos"] | None = None,
        gate: Float[Tensor, " head"] | None = None,
    ) -> Float[Tensor, "batch pos d_out"]:
        """Answer at every position.

        Parameters
        ----------
        x
            Tokens, one row each.
        mask
            True where a query may look.
        gate
            A factor for each head: 1 leaves it, 0 removes it.

        Raises
        ------
        ValueError
            If x, mask or gate has another shape, or the mask forbids a query everything. A mask
            that differs by seed under ``vmap`` cannot be looked at: such a query gets NaN.
        """
        return self._answer(x, self._attend(x, mask).z, gate)

    def _attend(self, x: Tensor, mask: Tensor | None) -> HeadOutputs:
        """Run the heads; their vectors end in the zeros of :func:`spare_width`."""
        if x.ndim != 3 or x.shape[-1] != self.d_model or x.shape[1] == 0:
            raise ValueError(
                f"x has shape {tuple(x.shape)}; this layer reads (batch, tokens, "
                f"d_model={self.d_model})"
            )
        validate.mask(mask, x.shape[1], x.shape[1])
        match = x[..., -self.position_only :] if self.position_only else x
        # Dividing W_Q by the root is cheaper than dividing the scores, and gives the same.
        q = self._project(match, self.W_Q / math.sqrt(self.W_Q.shape[-1]))
        k, v = self._project(match, self.W_K), self._project(x, self.W_V)
        scores = q @ k.transpose(-2, -1)  # (batch, head, query, key)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        pattern = scores.softmax(dim=-1)
        return HeadOutputs(pattern @ v, pattern)

    def _answer(self, x: Tensor, z: Tensor, gate: Tensor | None) -> Tensor:
        """(batch, head, pos, d_head and zeros) -> (batch, pos, d_out)"""
        validate.gate(gate, (self.n_heads,))
        if gate is not None:
            z = z * gate[:, None, None]
        if self.W_O is None:
            y = z.sum(1)[..., : self.W_V.shape[-1]]
        else:
            rows = nn.functional.pad(self.W_O, (0, 0, 0, z.shape[-1] - self.W_O.shape[1]))
            y = torch.einsum("bhtk,hko->bto", z, rows)
        return y if self.W_skip is None else y + x @ self.W_skip

    def _project(self, x: Tensor, weight: Tensor) -> Tensor:
        """(batch, pos, d_read) -> (batch, head, pos, d_head), padded by :func:`spare_width`."""
        weight = nn.functional.pad(weight, (0, spare_width(x.shape[1], weight.shape[-1])))
        if self.form == "sliced":
            return torch.einsum("bthd,hdk->bhtk", x.unflatten(-1, (self.n_heads, -1)), weight)
        return torch.einsum("btd,hdk->bhtk", x, weight)


def spare_width(n_pos: int, d_head: int) -> int:
    """Zeros to append to a head's vectors to make many small products fast; they change nothing.

    On a CPU, ``torch.bmm`` multiplies matrices with fewer than 400 products of numbers in a plain
    loop, and larger ones up to six times faster with MKL. Below about 75 the loop is as fast.
    """
    if 75 <= n_pos * n_pos * d_head < 400:
        return math.ceil(400 / (n_pos * n_pos)) - d_head
    return 0


def normal(fan_in: int, *shape: int, generator: Generator | None) -> nn.Parameter:
    """N(0, 1/fan_in), so that what a matrix gives is about as large as what it gets."""
    return nn.Parameter(torch.randn(shape, generator=generator) / math.sqrt(fan_in))
