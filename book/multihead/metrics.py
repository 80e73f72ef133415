"""Numbers about heads: how different they are, how much they matter, which is which."""

import torch
from torch import Tensor


def r2(prediction: Tensor, target: Tensor, dims: int = 1) -> Tensor:
    r"""Score a prediction by :math:`R^2 = 1 - \text{MSE} / \text{var}`.

    1 is perfect, 0 is what always predicting the mean gets, and there is no lower end. Mean and
    variance are taken over the last ``dims`` axes of ``target`` together; leading axes, such as
    seeds, stay. ``target`` may lack the leading axes: all seeds then have the same target.
    """
    axes = tuple(range(-dims, 0))
    mse = (prediction - target).square().mean(axes)
    return 1 - mse / (target - target.mean(axes, keepdim=True)).square().mean(axes)


def accuracy(logits: Tensor, target: Tensor, dims: int = 1) -> Tensor:
    """Share of answers, over the last ``dims`` axes of ``target``, with the largest logit right."""
    right = (logits.argmax(dim=-1) == target).to(torch.get_default_dtype())
    return right.mean(tuple(range(-dims, 0)))
