"""How much a head matters, what it writes, and how many heads are effective."""

import math
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float, Num
from torch import Tensor, nn
from torch.func import grad, vmap

from multihead.attention import MultiHeadAttention, gated
from multihead.heads.looks import written
from multihead.train import Run
from multihead.validation import tensor_inputs

Loss = Callable[[Tensor, Tensor], Tensor]


def ablation(loss: Loss, model: nn.Module, x: Any, y: Tensor) -> Float[Tensor, "*gate"]:
    """Measure how much the loss rises when one head is removed, without retraining.

    0 for a head that does nothing; negative if the model is better without it; no upper limit.
    ``run.each(partial(ablation, task.loss), x, y)`` has the shape (seed, head).
    """
    shape = _gate_shape(model)
    heads = torch.eye(math.prod(shape), dtype=torch.bool, device=y.device)
    gates = torch.where(heads, 0.0, 1.0).unflatten(1, shape)
    without = torch.stack([loss(_gated(model, gate, x), y) for gate in gates])
    return without.unflatten(0, shape) - loss(model(x), y)


def gradient_importance(loss: Loss, model: nn.Module, x: Any, y: Tensor) -> Float[Tensor, "*gate"]:
    r"""Score heads by how fast the loss changes when their gate is turned down slightly.

    .. math:: I_i = \mathbb{E}_x \left| \partial L(x) / \partial g_i \right|_{g = 1}

    0 for a head that writes nothing; no upper limit. The mean is over the examples of the batch,
    each with its own loss. Source: equation 2 of Michel et al. (2019), "Are sixteen heads really
    better than one?", who then divide by the norm over a layer's heads.
    """

    def loss_of_one(gate: Tensor, x: Tensor, y: Tensor) -> Tensor:
        return loss(_gated(model, gate, x.unsqueeze(0)), y.unsqueeze(0))

    gate = torch.ones(_gate_shape(model), device=y.device)
    return vmap(grad(loss_of_one), in_dims=(None, 0, 0))(gate, x, y).abs().mean(0)


def _gated(model: nn.Module, gate: Tensor, x: Any) -> Tensor:
    if isinstance(model, MultiHeadAttention):
        return gated(model, gate, x)
    return model(x, gate=gate)


def _gate_shape(model: nn.Module) -> tuple[int, ...]:
    if isinstance(model, MultiHeadAttention):
        return (model.n_heads,)
    shape = getattr(model, "gate_shape", None)
    if not isinstance(shape, tuple):
        raise TypeError(
            f"{type(model).__name__} has no gate_shape tuple; give a model that takes gate="
        )
    return shape


def mean_square(
    written: Float[Tensor, "*lead batch head pos width"],
) -> Float[Tensor, "*lead head"]:
    r"""Return the size of what each head writes, the mean of the squares of all its numbers.

    .. math:: w_i = \overline{|Y_i|^2}

    The mean is over examples, positions and outputs. 0 for a head that writes nothing; no upper
    limit. For squared error it is what the head's removal costs, if W_O is the least-squares fit.

    Raises
    ------
    ValueError
        If there are fewer than four axes, or one of the last four is empty.
    """
    if written.ndim < 4 or 0 in written.shape[-4:]:
        raise ValueError(
            f"written has shape {tuple(written.shape)}; give (..., batch, head, pos, "
            "width), none of them empty, e.g. run.each(written, x)"
        )
    return written.square().mean(dim=(-4, -2, -1))


def effective_number(sizes: Float[Tensor, "*lead head"]) -> Float[Tensor, "*lead"]:
    r"""Count the heads by how much each of them writes.

    .. math:: n_\text{eff} = \frac{\left(\sum_i w_i\right)^2}{\sum_i w_i^2}

    n if n heads write equally much and the others nothing; between 1 and the number of heads
    otherwise, and 0 if no head writes. It does not change if all sizes are multiplied by the same
    number. Known as the participation ratio.

    Raises
    ------
    ValueError
        If there is no head, or a size is negative.
    """
    if sizes.ndim < 1 or sizes.shape[-1] == 0:
        raise ValueError(f"sizes of shape {tuple(sizes.shape)}; give (..., head), 1 or more heads")
    if tensor_inputs.holds((sizes < 0).any()):
        raise ValueError(
            f"sizes of shape {tuple(sizes.shape)} hold a negative number; give mean squares, "
            "e.g. of mean_square"
        )
    squares = sizes.square().sum(dim=-1)
    return sizes.sum(dim=-1).square() / squares.where(squares != 0, 1)


def effective_heads(run: Run, x: Any, step: int | None = None) -> Float[Tensor, " seed"]:
    """Return the :func:`effective_number` of heads of each seed, on the examples ``x``.

    ``step`` selects a checkpoint, as in :meth:`multihead.train.run.Run.each`.
    """
    return effective_number(mean_square(run.each(written, x, step=step)))


def rank_correlation(
    a: Num[Tensor, "*lead head"], b: Num[Tensor, "*lead head"]
) -> Float[Tensor, "*lead"]:
    """Compare the orders in which two measures put the heads: Spearman's rank correlation.

    1 if the orders are the same, -1 if one is the other backwards, near 0 if they have nothing to
    do with each other. NaN for a seed that contains NaN.

    Raises
    ------
    ValueError
        If the shapes differ, or there are fewer than two heads.
    """
    if a.shape != b.shape or a.ndim < 1 or a.shape[-1] < 2:
        raise ValueError(
            f"measures of shapes {tuple(a.shape)} and {tuple(b.shape)}; give one number for each "
            "head in both, of 2 or more heads"
        )
    from scipy.stats import spearmanr  # a second, which few who import a head need

    rows = (t.detach().cpu().double().reshape(-1, t.shape[-1]).numpy() for t in (a, b))
    correlations = [spearmanr(*pair)[0] for pair in zip(*rows, strict=True)]
    return torch.tensor(correlations, dtype=torch.double).reshape(a.shape[:-1])
