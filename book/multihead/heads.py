r"""What each head of a layer looks at and writes, and how many heads do the writing.

The functions of a model and examples are for ``Run.each``: ``run.each(written, x)`` has the shape
(seed, batch, head, pos, d_out). The others take what it returns and keep all leading axes.
"""

from typing import Any

import torch
from jaxtyping import Float, Num
from scipy.stats import spearmanr
from torch import Tensor

from multihead import validate
from multihead.attention import MultiHeadAttention
from multihead.train.run import Run


def mean_pattern(model: MultiHeadAttention, x: Tensor) -> Float[Tensor, "head query key"]:
    """Return each head's pattern, averaged over the examples of ``x``, (batch, pos, d_model)."""
    return model.heads(x).pattern.mean(dim=0)


def written(model: MultiHeadAttention, x: Tensor) -> Float[Tensor, "batch head pos d_out"]:
    r"""Return what each head adds to the output, :math:`Y_i = Z_i W_O^i`; they sum to it."""
    return model.write(model.heads(x).z)


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
            f"what heads write has shape {tuple(written.shape)}; give (..., batch, head, pos, "
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
    if validate.holds((sizes < 0).any()):
        raise ValueError(
            f"sizes of shape {tuple(sizes.shape)} hold a negative one; give mean squares, "
            "e.g. of mean_square"
        )
    squares = sizes.square().sum(dim=-1)
    return sizes.sum(dim=-1).square() / squares.where(squares != 0, 1)


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
    rows = (t.detach().cpu().double().reshape(-1, t.shape[-1]).numpy() for t in (a, b))
    found = [spearmanr(*pair)[0] for pair in zip(*rows, strict=True)]
    return torch.tensor(found, dtype=torch.double).reshape(a.shape[:-1])


def effective_heads(run: Run, x: Any, step: int | None = None) -> Float[Tensor, " seed"]:
    """Return the :func:`effective_number` of heads of each seed, on the examples ``x``.

    ``step`` selects a checkpoint, as in :meth:`multihead.train.run.Run.each`.
    """
    return effective_number(mean_square(run.each(written, x, step=step)))
