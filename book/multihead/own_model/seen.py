"""What one pass through a model shows of its heads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from multihead.own_model.attentions import Attention


class Place(NamedTuple):
    """One call of W_O, by its module's name."""

    module_name: str
    n_heads: int
    pos_first: bool  # what enters is (pos, batch, width)


@dataclass(frozen=True)
class Layer:
    """One call of W_O: a module that a model calls twice, as ALBERT does, is two layers.

    Attributes
    ----------
    module_name
        The module of W_O in the model.
    z
        What each head hands to W_O, after its gate.
    pattern
        Each head's attention pattern; its rows sum to 1. None if torch could not see it.
    sink
        True if the last key of the pattern is a sink, which takes weight and has no value.
    """

    module_name: str
    z: Float[Tensor, "batch head pos d_head"]
    pattern: Float[Tensor, "batch head query key"] | None
    sink: bool
    W_O: Callable[[Tensor], Tensor] = field(repr=False)

    @property
    @torch.no_grad()
    def output(self) -> Float[Tensor, "batch pos d_out"]:
        """What W_O returns: the sum of what the heads write, and its bias."""
        return self.W_O(self.z.transpose(1, 2).flatten(2))

    @property
    @torch.no_grad()
    def written(self) -> Float[Tensor, "batch head pos d_out"]:
        r"""What each head writes, :math:`Z_i W_O^i`.

        W_O is called on the identity: its stored weights may be transposed, quantised or adapted.

        Raises
        ------
        ValueError
            If what the heads write and the bias do not sum to what W_O returns.
        """
        n_heads, d_head = self.z.shape[1], self.z.shape[3]
        eye = torch.eye(n_heads * d_head, dtype=self.z.dtype, device=self.z.device)
        bias = self.W_O(torch.zeros_like(eye[None, :1]))  # (1, 1, d_out)
        W_O = (self.W_O(eye[None]) - bias)[0].unflatten(0, (n_heads, d_head))
        written = self.z @ W_O  # (batch, head, pos, d_head) @ (head, d_head, d_out)
        off, largest = (t.abs().max() for t in (written.sum(1) + bias - self.output, self.output))
        if off > largest * torch.finfo(eye.dtype).eps ** 0.5:
            raise ValueError(
                f"the heads' outputs miss what {self.module_name} returns by {off:.2g}, where the "
                f"largest number is {largest:.2g}: this W_O is not linear (dynamic int8 is not); "
                "load the model in float32 or bfloat16"
            )
        return written


def read_layer(
    place: Place, wide: Tensor, W_O: Callable[[Tensor], Tensor], attention: Attention | None
) -> Layer:
    """Put what enters W_O, (…, n_heads * d_head), in order by batch and head."""
    n_heads, pattern, sink, n_queries = place.n_heads, None, False, wide.shape[-2]
    if attention is not None and attention.n_heads(wide) == n_heads:
        pattern, n_queries = attention.pattern(), attention.size[-2]
        pattern = pattern.reshape(-1, n_heads, *pattern.shape[-2:])
        sink = pattern.shape[-1] > attention.n_keys
    if place.pos_first or (wide.ndim == 3 and wide.shape[1] != n_queries):
        wide = wide.transpose(0, 1)
    z = wide.reshape(-1, n_queries, n_heads, wide.shape[-1] // n_heads).transpose(1, 2)
    return Layer(place.module_name, z, pattern, sink, W_O)


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
        hidden = [layer.module_name for layer in self.layers if layer.pattern is None]
        if hidden:
            raise ValueError(
                f"no softmax was seen before {hidden[0]} ({len(hidden)} of {len(self.layers)} "
                "layers): a fused kernel hides it; in transformers use "
                "model.set_attn_implementation('sdpa')"
            )
        return _stack("pattern", [layer.pattern for layer in self.layers])

    @property
    def written(self) -> Float[Tensor, "layer batch head pos d_out"]:
        """What the heads of all layers write; errors as of ``pattern`` and of a layer's own."""
        return _stack("written", [layer.written for layer in self.layers])


def _stack(name: str, tensors: list[Any]) -> Tensor:
    shapes = dict.fromkeys(str(tuple(tensor.shape)) for tensor in tensors)
    if len(shapes) > 1:
        raise ValueError(
            f"{name} has shapes {' and '.join(shapes)} in different layers, as in an encoder, a "
            f"decoder and between them; take one layer at a time, seen.layers[i].{name}"
        )
    return torch.stack(tensors)
