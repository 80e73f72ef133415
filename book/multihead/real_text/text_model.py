"""A small model of text: layers of attention between an embedding and a readout, nothing else."""

import math
from collections.abc import Iterable
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor, nn

from multihead.attention import HeadOutputs, MultiHeadAttention, gated, normal
from multihead.validation import tensor_inputs, whole_numbers


class DistanceAttention(MultiHeadAttention):
    r"""Causal attention in which each head also weighs how far back a token is.

    .. math:: \text{scores}_{ts} = \frac{q_t \cdot k_s}{\sqrt{d_\text{head}}} + b_{t-s},
              \qquad s \le t

    The numbers b of each head are learned and start at 0. So a model can tell places apart without
    a vector for each of them, which would be added to what the heads read.

    Parameters
    ----------
    d_model, n_heads, generator
        As in :class:`multihead.attention.MultiHeadAttention`.
    n_pos
        The most tokens that it can read at once.

    Attributes
    ----------
    bias
        b by head and distance, shape (n_heads, n_pos).

    Raises
    ------
    ValueError
        When it reads more than ``n_pos`` tokens; else as
        :class:`multihead.attention.MultiHeadAttention`.
    """

    def __init__(self, d_model: int, n_heads: int, n_pos: int, *, generator: Generator | None):
        super().__init__(d_model, n_heads, generator=generator)
        whole_numbers.check_sizes(n_pos=n_pos)
        self.bias = nn.Parameter(torch.zeros(n_heads, n_pos))

    def heads(self, x: Tensor, mask: Tensor | None = None) -> HeadOutputs:
        """Run the heads; a mask takes away what a head may look at, and gives nothing back."""
        tensor_inputs.check_layer(x, mask, self.d_model, self.W_Q)
        W = torch.cat([self.W_Q / math.sqrt(self.d_head), self.W_K, self.W_V])
        # (*batch, pos, d_model) -> (*batch, 3 heads, pos, d_head)
        qkv = x @ W.transpose(0, 1).flatten(1)
        q, k, v = qkv.unflatten(-1, (3, self.n_heads, -1)).movedim(-3, 0).transpose(-3, -2)
        scores = q @ k.transpose(-2, -1) + self.by_distance(x.shape[-2])
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        pattern = scores.softmax(dim=-1)
        return HeadOutputs(pattern @ v, pattern)

    def by_distance(self, n: int) -> Float[Tensor, "head query key"]:
        """Return b for each query and key among n tokens, and minus infinity for later keys."""
        if n > self.bias.shape[-1]:
            raise ValueError(f"{n} tokens; this model reads {self.bias.shape[-1]} at most")
        later = self.bias.new_full((self.n_heads, n - 1), -math.inf)
        row = torch.cat([self.bias[:, :n].flip(-1), later], dim=-1)  # that of the last query
        return row.unfold(-1, n, 1).flip(-2)


class TextModel(nn.Module):
    r"""Tokens in, logits of the next token out, at each position.

    .. math:: x_0 = E[\text{token}], \quad x' = x + \text{attention}(x) \;\text{(each layer)},
              \quad \text{logits} = x W_U

    Parameters
    ----------
    n_symbols, n_pos
        Size of the vocabulary, and the most tokens that it can read at once.
    d_model, n_heads, n_layers
        Sizes of the network.
    generator
        Source of the random weights.

    Attributes
    ----------
    E, W_U
        Shapes (n_symbols, d_model) and (d_model, n_symbols).
    layers
        The :class:`DistanceAttention` of each layer.
    gate_shape
        Layers and heads, the shape of ``gate``.
    """

    def __init__(
        self,
        n_symbols: int,
        n_pos: int,
        *,
        d_model: int,
        n_heads: int,
        n_layers: int,
        generator: Generator | None = None,
    ):
        super().__init__()
        whole_numbers.check_sizes(n_symbols=n_symbols, n_layers=n_layers)
        self.gate_shape = (n_layers, n_heads)
        self.E = normal(1, n_symbols, d_model, generator=generator)
        self.layers = nn.ModuleList(
            DistanceAttention(d_model, n_heads, n_pos, generator=generator) for _ in range(n_layers)
        )
        self.W_U = normal(d_model, d_model, n_symbols, generator=generator)

    def heads(
        self, tokens: Int[Tensor, "batch pos"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> list[HeadOutputs]:
        """Return each layer's head outputs and patterns, first layer first."""
        outputs, x = [], self._embed(tokens)
        for layer in cast(Iterable[DistanceAttention], self.layers):
            outputs.append(layer.heads(x, mask))
            x = x + layer.write(outputs[-1].z).sum(dim=-3)
        return outputs

    def forward(
        self,
        tokens: Int[Tensor, "batch pos"],
        mask: Bool[Tensor, "pos pos"] | None = None,
        gate: Float[Tensor, "layer head"] | None = None,
    ) -> Float[Tensor, "batch pos n_symbols"]:
        """Return the logits of the token that follows each position.

        Parameters
        ----------
        tokens
            Token numbers, at most ``n_pos`` of them in a row.
        mask
            False where a query (row) may not look at a key (column), besides those after it.
        gate
            A factor for each head: 1 keeps it as it is, 0 removes it.

        Raises
        ------
        ValueError
            If tokens, mask or gate has the wrong shape.
        IndexError
            If a token is not in the vocabulary.
        """
        tensor_inputs.check_gate(gate, self.gate_shape)
        x = self._embed(tokens)
        for i, layer in enumerate(cast(Iterable[DistanceAttention], self.layers)):
            x = x + (layer(x, mask) if gate is None else gated(layer, gate[i], x, mask))
        return x @ self.W_U

    def _embed(self, tokens: Tensor) -> Tensor:
        if tokens.ndim != 2 or tokens.shape[1] == 0:
            raise ValueError(f"tokens have shape {tuple(tokens.shape)}; give (batch, pos)")
        if tensor_inputs.holds((tokens < 0) | (tokens >= len(self.E))):
            raise IndexError(f"tokens are outside the vocabulary; use 0 to {len(self.E) - 1}")
        return self.E[tokens]
