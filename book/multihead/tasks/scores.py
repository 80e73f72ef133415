"""How good is an answer? Scores for readers, and the losses that training lowers."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from multihead.validation import tensor_inputs


def r2(prediction: Tensor, target: Tensor, dims: int = 1) -> Tensor:
    r"""Score a prediction by :math:`R^2 = 1 - \text{MSE} / \text{var}`.

    1 is perfect, 0 is the score of always predicting the mean, and there is no lower limit. Mean
    and variance are over the last ``dims`` axes of the target together. Leading axes, such as
    seeds, are kept; a target without them is the same for all seeds. Computed in float64.

    Raises
    ------
    ValueError
        If the last ``dims`` axes differ or are empty, or if the target is constant.
    """
    tensor_inputs.check_prediction(prediction.shape, target.shape, dims)
    axes = tuple(range(-dims, 0))
    prediction, target = prediction.double(), target.double()
    if tensor_inputs.holds(target.amin(axes) == target.amax(axes)):
        raise ValueError(
            f"a target of shape {tuple(target.shape)} is constant over its last {dims} axes, so "
            "there is no variance to explain; give targets that differ"
        )
    mse = (prediction - target).square().mean(axes)
    return 1 - mse / (target - target.mean(axes, keepdim=True)).square().mean(axes)


def accuracy(logits: Tensor, target: Tensor, dims: int = 1) -> Tensor:
    """Share of right answers (the largest logit), from 0 to 1, over the last ``dims`` axes.

    NaN where a logit is NaN, so a seed that diverged has no score.

    Raises
    ------
    ValueError
        If the last ``dims`` axes of the answers and the target differ or are empty.
    """
    return right_answers(logits, target, dims).mean(tuple(range(-dims, 0)))


def right_answers(logits: Tensor, target: Tensor, dims: int) -> Tensor:
    """1 where the largest logit is the target's, 0 elsewhere, NaN where a logit is NaN."""
    tensor_inputs.check_prediction(logits.shape[:-1], target.shape, dims, of_logits=True)
    right = (logits.argmax(dim=-1) == target).to(logits.dtype)
    return right.where(~logits.isnan().any(dim=-1), torch.nan)


def squared_error(prediction: Tensor, target: Tensor) -> Tensor:
    """Mean squared error; shapes that would broadcast raise an error."""
    tensor_inputs.check_prediction(prediction.shape, target.shape)
    return (prediction - target).square().mean()


def cross_entropy(logits: Float[Tensor, "*n symbol"], target: Int[Tensor, "*n"]) -> Tensor:
    """Mean cross-entropy in nats."""
    tensor_inputs.check_prediction(logits.shape[:-1], target.shape, of_logits=True)
    return surprise(logits, target).mean()


def surprise(logits: Float[Tensor, "*n symbol"], target: Int[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Cross-entropy of each answer, in nats."""
    return -logits.log_softmax(dim=-1).gather(-1, target.unsqueeze(-1)).squeeze(-1)


def split_logits(prediction: Tensor, n_answers: int, n_symbols: int) -> Tensor:
    """(*n, answer * symbol) -> (*n, answer, symbol)."""
    if prediction.ndim < 2 or prediction.shape[-1] != n_answers * n_symbols:
        raise ValueError(
            f"the model outputs {tuple(prediction.shape)}, but the task needs {n_answers} x "
            f"{n_symbols} logits at each position; make the model's d_out {n_answers * n_symbols}"
        )
    return prediction.unflatten(-1, (n_answers, n_symbols))
