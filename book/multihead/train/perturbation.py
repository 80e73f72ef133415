"""What a setting adds to the data of a training: noise in its targets, and masks of dropout."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Size, Tensor, nn

from multihead import setting
from multihead.attention_dropout import using_masks
from multihead.train.data import perturbation_generator

Batch = tuple[Tensor, ...]


def perturbed(
    data: Iterator[Batch], seeds: Sequence[int], pattern_shapes: Sequence[Size]
) -> Iterator[Batch]:
    """Yield the batches of some seeds with noisy targets, followed by a mask for each pattern.

    Each seed draws from a third generator, beside those of its start and its data. What is not a
    floating-point number, such as a token, gets no noise.
    """
    noise, share = setting.current().noise, setting.current().attention_dropout
    if not noise and not pattern_shapes:
        yield from data
        return
    generators = [perturbation_generator(seed) for seed in seeds]

    def draw(function: Callable[..., Tensor], shape: Size) -> Tensor:
        return torch.stack([function(shape, generator=g) for g in generators])

    for *inputs, target in data:
        if noise and target.is_floating_point():
            target = target + noise * draw(torch.randn, target.shape[1:]).to(target.device)
        masks = [(draw(torch.rand, shape) >= share) / (1 - share) for shape in pattern_shapes]
        yield *inputs, target, *(mask.to(target.device) for mask in masks)


def with_masks(loss: Callable[..., Tensor], count: int) -> Callable[..., Tensor]:
    """Return a loss whose last ``count`` arguments are masks of the patterns that it computes."""

    def masked_loss(model: nn.Module, *batch: Any) -> Tensor:
        with using_masks(batch[len(batch) - count :]):
            return loss(model, *batch[: len(batch) - count])

    return masked_loss if count else loss
