"""Zeros beside the numbers of each head, where these make its products faster.

On a CPU, ``torch.bmm`` computes a matrix product of fewer than 400 multiplications in a plain loop,
and a larger one with MKL, up to six times faster. Training makes thousands of products of this
size in each step, so heads that are a little too narrow are trained with columns of zeros beside
W_Q, W_K and W_V and rows of zeros below W_O. Such a zero has the gradient 0: it multiplies another.
So all stay 0, and the other numbers are those of the narrow heads.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import cast

from torch import Tensor, nn
from torch.nn.functional import pad

from multihead.attention import (
    HeadOutputs,
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
)
from multihead.train.run import Params

KINDS = (MultiHeadAttention, SlicedAttention, PositionOnlyAttention)
TOO_SMALL = 400  # multiplications
AS_FAST = 300  # multiplications below which the loop is as fast, with its fewer numbers


def spare_width(n_pos: int, d_head: int) -> int:
    """Return how many zeros to put beside the d_head numbers of a head that sees n_pos tokens."""
    if AS_FAST <= n_pos * n_pos * d_head < TOO_SMALL:
        return math.ceil(TOO_SMALL / (n_pos * n_pos)) - d_head
    return 0


@dataclass
class Padding:
    """The zeros of a model's layers: where each parameter of a head ends, and how many follow."""

    widths: dict[str, tuple[int, int]]

    def add(self, params: Params) -> Params:
        """Return the stacked parameters with zeros."""
        return params | {
            name: pad(params[name], (0, 0, 0, spare) if writes(name) else (0, spare))
            for name, (_, spare) in self.widths.items()
        }

    def remove(self, params: Params) -> Params:
        """Return the stacked parameters without zeros."""
        return params | {
            name: params[name].narrow(-2 if writes(name) else -1, 0, d_head).contiguous()
            for name, (d_head, _) in self.widths.items()
        }


def writes(name: str) -> bool:
    return name.endswith("W_O")


@contextmanager
def watched_layers(model: nn.Module) -> Iterator[dict[str, int]]:
    """Note how many tokens the heads of each layer read within a block, by the layer's name.

    Heads that compute in a way of their own are left alone: they may count their numbers.
    """
    n_pos: dict[str, int] = {}
    layers = {
        name: layer
        for name, layer in model.named_modules()
        if isinstance(layer, MultiHeadAttention) and has_usual_heads(type(layer))
    }

    def noting(name: str, heads: Callable) -> Callable:
        def watched(x: Tensor, mask: Tensor | None = None) -> HeadOutputs:
            n_pos[name] = x.shape[-2]
            return heads(x, mask)

        return watched

    for name, layer in layers.items():
        vars(layer)["heads"] = noting(name, layer.heads)
    try:
        yield n_pos
    finally:
        for layer in layers.values():
            del vars(layer)["heads"]


def padding_of(model: nn.Module, n_pos: dict[str, int]) -> Padding:
    """Return the zeros of a model whose layers read so many tokens."""
    widths = {}
    for name, tokens in n_pos.items():
        d_head = cast(MultiHeadAttention, model.get_submodule(name)).d_head
        if spare := spare_width(tokens, d_head):
            prefix = f"{name}." if name else ""
            widths |= {prefix + W: (d_head, spare) for W in ("W_Q", "W_K", "W_V", "W_O")}
    return Padding(widths)


def has_usual_heads(layer: type[MultiHeadAttention]) -> bool:
    usual = {(kind.heads, kind.project) for kind in KINDS}
    return (layer.heads, layer.project) in usual
