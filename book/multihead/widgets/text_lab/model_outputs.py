"""Run a model of text with some heads off, as the page does."""

from collections.abc import Iterable, Sequence
from typing import cast

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from multihead.real_text import DistanceAttention, TextModel

Numbers = Int[Tensor, "1 pos"]


def logits(model: TextModel, numbers: Numbers, on: Sequence[int]) -> Float[Tensor, "pos token"]:
    """Return the logits of the next token; ``on`` counts heads through all layers."""
    return model(numbers, gate=gates(model, on))[0]


def gates(model: TextModel, on: Sequence[int]) -> Float[Tensor, "layer head"]:
    gate = model.E.new_zeros(model.gate_shape)
    gate.view(-1)[list(on)] = 1
    return gate


def patterns(
    model: TextModel, numbers: Numbers, on: Sequence[int]
) -> Float[Tensor, "layer head query key"]:
    """Return what each head attends to, those that are off too."""
    layer_patterns, x = [], model.E[numbers[0]]
    layers = cast(Iterable[DistanceAttention], model.layers)
    for layer, gate in zip(layers, gates(model, on), strict=True):
        z, pattern = layer.heads(x)
        layer_patterns.append(pattern)
        x = x + (gate[:, None, None] * layer.write(z)).sum(dim=0)
    return torch.stack(layer_patterns)


def loss(model: TextModel, numbers: Numbers, on: Sequence[int]) -> float:
    """Return the mean loss of all tokens but the first, in nats."""
    return cross_entropy(logits(model, numbers, on)[:-1], numbers[0, 1:]).item()


def costs(model: TextModel, numbers: Numbers, on: Sequence[int]) -> Float[Tensor, "layer head"]:
    """Return the loss without each head minus that with it, the others as they are."""
    changes = model.E.new_zeros(model.gate_shape)
    for head in range(changes.numel()):
        others = [other for other in on if other != head]
        loss_without, loss_with = (
            loss(model, numbers, heads) for heads in (others, [*others, head])
        )
        changes.view(-1)[head] = loss_without - loss_with
    return changes
