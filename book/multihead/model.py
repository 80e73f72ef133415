"""A small token model: embedding, layers of attention and MLP, logits."""

from collections.abc import Iterable, Iterator
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor, nn

from multihead import setting
from multihead.attention import (
    HeadOutputs,
    MultiHeadAttention,
    PositionOnlyAttention,
    gated,
    normal,
)
from multihead.validation import tensor_inputs, whole_numbers


class MLP(nn.Module):
    """Two matrices with a ReLU between, applied to each token separately; the bias starts at 0."""

    def __init__(self, d_model: int, d_mlp: int, *, generator: Generator | None = None):
        super().__init__()
        self.W_in = normal(d_model, d_model, d_mlp, generator=generator)
        self.b_in = nn.Parameter(torch.zeros(d_mlp))
        self.W_out = normal(d_mlp, d_mlp, d_model, generator=generator)

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        return (x @ self.W_in + self.b_in).relu() @ self.W_out


class LayerNorm(nn.Module):
    """Shift and scale each token to mean 0 and variance 1, then by a learned scale and shift."""

    def __init__(self, d_model: int):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(d_model))
        self.shift = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Float[Tensor, "batch pos d_model"]) -> Float[Tensor, "batch pos d_model"]:
        return nn.functional.layer_norm(x, x.shape[-1:], self.scale, self.shift)


class TokenModel(nn.Module):
    r"""Token numbers in, logits out: embedding, layers of attention and MLP, a linear readout.

    .. math:: x_0 = E[\text{token}] + P, \quad x' = x + \text{attention}(x), \quad
              x'' = x' + \text{MLP}(x') \;\text{(each layer)}, \quad \text{logits} = x W_U

    Parameters
    ----------
    n_symbols, n_pos, d_out
        Size of the vocabulary, length of a sequence, number of logits at each position.
    d_model, n_heads, d_head, n_layers
        Sizes of the network; by default, d_head is d_model / n_heads.
    d_mlp
        Width of the hidden layer of each MLP; 0 for no MLP.
    residual
        If False, there is no skip path around attention: x' = attention(x).
    norm
        If True, a :class:`LayerNorm` stands before each attention layer, each MLP and the readout;
        by default not, unless the setting has ``pre_norm`` and there is a skip path.
    position_only
        If True, the position is a one-hot appended to each token instead of P, and W_Q and W_K
        read only this one-hot.
    generator
        Source of the random weights, drawn from N(0, 1/fan_in), and N(0, 1) for E and P.

    Attributes
    ----------
    E, P, W_U
        Shapes (n_symbols, d_model), (n_pos, d_model), (d_model, d_out); P is None if
        ``position_only``.
    layers
        The :class:`MultiHeadAttention` of each layer.
    mlps
        The :class:`MLP` of each layer; empty if ``d_mlp`` is 0.
    attention_norms, mlp_norms, last_norm
        What stands before each layer, each MLP and the readout; identities if ``norm`` is False.

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1 (``d_mlp``: below 0), or n_heads does not divide d_model.
    """

    def __init__(
        self,
        n_symbols: int,
        n_pos: int,
        d_out: int,
        *,
        d_model: int = 16,
        n_heads: int = 2,
        d_head: int | None = None,
        n_layers: int = 1,
        d_mlp: int = 0,
        residual: bool = True,
        norm: bool | None = None,
        position_only: bool = False,
        generator: Generator | None = None,
    ):
        super().__init__()
        d_head, _ = tensor_inputs.layer_widths(d_model, n_heads, d_head, d_out)
        whole_numbers.check_sizes(n_symbols=n_symbols, n_pos=n_pos, d_out=d_out, n_layers=n_layers)
        whole_numbers.check_sizes(0, d_mlp=d_mlp)
        norm = residual and bool(setting.current().pre_norm) if norm is None else norm
        self.n_pos, self.residual = n_pos, residual
        self.gate_shape = (n_layers, n_heads)
        self.E = normal(1, n_symbols, d_model, generator=generator)
        self.P = None if position_only else normal(1, n_pos, d_model, generator=generator)
        sizes = {"d_out": d_model, "generator": generator}
        self.layers = nn.ModuleList(
            PositionOnlyAttention(d_model + n_pos, n_heads, d_head, n_place=n_pos, **sizes)
            if position_only
            else MultiHeadAttention(d_model, n_heads, d_head, **sizes)
            for _ in range(n_layers)
        )
        self.mlps = nn.ModuleList(
            MLP(d_model, d_mlp, generator=generator) for _ in range(n_layers if d_mlp else 0)
        )

        def norms(n: int) -> nn.ModuleList:
            return nn.ModuleList(LayerNorm(d_model) if norm else nn.Identity() for _ in range(n))

        self.attention_norms, self.mlp_norms = norms(n_layers), norms(len(self.mlps))
        self.last_norm = norms(1)[0]
        self.W_U = normal(d_model, d_model, d_out, generator=generator)

    def heads(
        self, tokens: Int[Tensor, "batch pos"], mask: Bool[Tensor, "pos pos"] | None = None
    ) -> list[HeadOutputs]:
        """Each layer's head outputs and patterns, first layer first."""
        *reads, _ = self._reads(tokens, mask, None)
        layers = cast(Iterable[MultiHeadAttention], self.layers)
        return [layer.heads(x, mask) for layer, x in zip(layers, reads, strict=True)]

    def forward(
        self,
        tokens: Int[Tensor, "batch pos"],
        mask: Bool[Tensor, "pos pos"] | None = None,
        gate: Float[Tensor, "layer head"] | None = None,
    ) -> Float[Tensor, "batch pos d_out"]:
        """Logits at every position; ``mask`` as in :class:`MultiHeadAttention`, ``gate``
        as in :func:`multihead.attention.gated`.

        Same as ``model.read(tokens, mask, gate) @ model.W_U``.

        Raises
        ------
        ValueError
            If tokens, mask or gate has the wrong shape, or a row of mask is all False.
        IndexError
            If a token is not in 0 to ``n_symbols`` - 1. Tokens batched by ``vmap``, as in
            training, cannot be checked: -1 then means the last symbol.
        """
        return self.read(tokens, mask, gate) @ self.W_U

    def read(
        self,
        tokens: Int[Tensor, "batch pos"],
        mask: Bool[Tensor, "pos pos"] | None = None,
        gate: Float[Tensor, "layer head"] | None = None,
    ) -> Float[Tensor, "batch pos d_model"]:
        """Return what the readout W_U reads, with arguments and errors as in ``forward``."""
        *_, x = self._reads(tokens, mask, gate)
        return x

    def _reads(self, tokens: Tensor, mask: Tensor | None, gate: Tensor | None) -> Iterator[Tensor]:
        """Yield the input of each attention layer, then the input of the readout."""
        if tokens.ndim != 2 or tokens.shape[1] != self.n_pos:
            raise ValueError(
                f"tokens have shape {tuple(tokens.shape)}; this model needs (batch, {self.n_pos})"
            )
        if tensor_inputs.holds((tokens < 0) | (tokens >= len(self.E))):
            raise IndexError(f"tokens are outside the vocabulary; use 0 to {len(self.E) - 1}")
        tensor_inputs.check_gate(gate, self.gate_shape)
        x = self.E[tokens]  # (batch, pos) -> (batch, pos, d_model)
        if self.P is not None:
            x = x + self.P
        for i, layer in enumerate(cast(Iterable[MultiHeadAttention], self.layers)):
            read = self.attention_norms[i](x)
            read = read if self.P is not None else beside_one_hot(read)
            yield read
            fetched = layer(read, mask) if gate is None else gated(layer, gate[i], read, mask)
            x = x + fetched if self.residual else fetched
            if len(self.mlps):
                x = x + self.mlps[i](self.mlp_norms[i](x))
        yield self.last_norm(x)


def beside_one_hot(x: Float[Tensor, "batch pos width"]) -> Float[Tensor, "batch pos wider"]:
    """Append each token's position as a one-hot; the width grows by the number of positions."""
    place = torch.eye(x.shape[1], dtype=x.dtype, device=x.device).expand(x.shape[0], -1, -1)
    return torch.cat([x, place], dim=-1)
