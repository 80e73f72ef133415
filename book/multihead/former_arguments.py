"""What the layer took until version 1.0, for notebooks of then. It goes after the next release."""

import warnings
from functools import wraps
from typing import Any

from torch import Tensor

from multihead.attention import (
    MultiHeadAttention,
    PositionOnlyAttention,
    SlicedAttention,
)


def accept() -> None:
    """Let the layer take ``form=``, ``position_only=`` and ``gate=``, each with a warning."""
    init, forward = MultiHeadAttention.__init__, MultiHeadAttention.forward

    @wraps(init)
    def layer_of_a_form(
        self: Any, *sizes: Any, form: str = "paper", position_only: int = 0, **options: Any
    ) -> None:
        if form == "sliced":
            of_old("form='sliced'", "SlicedAttention(...)")
            become(self, SlicedAttention)
            SlicedAttention.__init__(self, *sizes, **options)
        elif position_only:
            old = f"position_only={position_only}"
            of_old(old, f"PositionOnlyAttention(..., n_place={position_only})")
            become(self, PositionOnlyAttention)
            PositionOnlyAttention.__init__(self, *sizes, n_place=position_only, **options)
        elif form == "wide":
            of_old("form='wide'", "d_head=d_model")
            init(self, *sizes, **{"d_head": sizes[0]} | options)
        else:
            init(self, *sizes, **options)

    @wraps(forward)
    def gated_forward(
        self: MultiHeadAttention, x: Tensor, mask: Tensor | None = None, gate: Tensor | None = None
    ) -> Tensor:
        if gate is None:
            return forward(self, x, mask)
        of_old("layer(x, gate=gate)", "gated(layer, gate, x)")
        z = self.heads(x, mask).z * gate[:, None, None]
        return z.transpose(-3, -2).flatten(-2) @ self.W_O.flatten(0, 1)

    MultiHeadAttention.__init__, MultiHeadAttention.forward = layer_of_a_form, gated_forward


def become(layer: Any, kind: type[MultiHeadAttention]) -> None:
    """Make a layer, or one of a class made from it, one of another kind."""
    own = type(layer)
    if own is not MultiHeadAttention:
        kind = type(own.__name__, (own, kind), {"__module__": own.__module__})
    layer.__class__ = kind


def of_old(old: str, new: str) -> None:
    message = f"{old} is {new} of multihead.attention now, and goes after the next release"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
