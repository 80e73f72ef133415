"""What one pass through a model shows of its heads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True)
class Layer:
    """One call of W_O: a module that a model calls twice, as ALBERT does, is two layers.

    Attributes
    ----------
    module_name
        The module of W_O in the model.
    pattern
        Each head's attention pattern. Its rows sum to 1; None if the model computes it where
        torch cannot see it. With a sink or a learned key, it has more keys than there are tokens.
    z
        What each head hands to W_O, after its gate.
    output
        What W_O returns: the outputs of the heads plus its bias.
    n_keys
        Keys that have values. If ``pattern`` has more, the last one is a sink.
    """

    module_name: str
    pattern: Float[Tensor, "batch head query key"] | None
    z: Float[Tensor, "batch head pos d_head"]
    output: Float[Tensor, "batch pos d_out"]
    n_keys: int | None
    W_O: Callable[[Tensor], Tensor] = field(repr=False)

    @property
    def sink(self) -> bool:
        """True if the last key of the pattern is a sink, which takes weight and has no value."""
        return self.pattern is not None and self.pattern.shape[-1] == (self.n_keys or 0) + 1


@dataclass(frozen=True)
class Seen:
    """The layers in the order in which the model calls them, and the model's own answer."""

    layers: list[Layer]
    answer: Any

    @property
    def pattern(self) -> Float[Tensor, "layer batch head query key"]:
        """The patterns of all layers.

        Raises
        ------
        ValueError
            If a layer's pattern could not be read, or the layers' patterns differ in shape.
        """
        patterns = [layer.pattern for layer in self.layers]
        shapes = {
            layer.module_name: p.shape
            for layer, p in zip(self.layers, patterns, strict=True)
            if p is not None
        }
        hidden = [layer.module_name for layer in self.layers if layer.pattern is None]
        if hidden:
            raise ValueError(
                f"no softmax was seen before {hidden[0]} ({len(hidden)} of {len(patterns)} "
                "layers): a fused kernel hides it; in transformers use "
                "model.set_attn_implementation('sdpa')"
            )
        if len(set(shapes.values())) > 1:
            kinds = " and ".join(str(tuple(shape)) for shape in dict.fromkeys(shapes.values()))
            raise ValueError(
                f"the layers have patterns of shapes {kinds}, as those of an encoder, a decoder "
                "and between them; take one layer at a time, seen.layers[i].pattern"
            )
        return torch.stack([p for p in patterns if p is not None])
