r"""Measures of heads: how different they are, how much they matter, which is which.

The measures that compare heads take what ``Run.each`` returns. They return one number for each
pair of heads, (*lead, head_a, head_b), and keep all leading axes, such as the seed. With one
argument they compare the heads of a layer with each other; with two, the heads of one layer, seed
or step with those of another. A seed that contains NaN gets NaN and does not affect the others.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.optimize import linear_sum_assignment
from torch import Tensor, nn
from torch.func import grad, vmap

from multihead import validate

HeadPairs = Float[Tensor, "*lead head_a head_b"]
Patterns = Float[Tensor, "*lead batch head_a query key"]
PatternsB = Float[Tensor, "*lead batch head_b query key"]
Outputs = Float[Tensor, "*lead batch head_a pos width"]
OutputsB = Float[Tensor, "*lead batch head_b pos width_b"]
Matrices = Float[Tensor, "*lead head_a rows columns"]
MatricesB = Float[Tensor, "*lead head_b rows columns_b"]


# What does a head look at?


def share_back(pattern: Float[Tensor, "*lead query key"], back: int) -> Float[Tensor, "*lead"]:
    """Share of a pattern that lies ``back`` tokens before each query, averaged over the queries.

    Positions form a ring, as in :class:`multihead.tasks.LookUps`: one before the first token is the
    last. 1 if a head looks only there; ``1 / key`` if it looks at all tokens alike.

    Raises
    ------
    ValueError
        If there are not as many queries as keys, or ``back`` is not within 0 and ``key - 1``.
    """
    n = pattern.shape[-1]
    if pattern.shape[-2] != n:
        raise ValueError(
            f"a pattern of shape {tuple(pattern.shape)}; give (..., query, key), as "
            "many queries as keys"
        )
    if not 0 <= back < n:
        raise ValueError(f"back={back} on a ring of {n} tokens; use 0 to {n - 1}")
    query = torch.arange(n)
    return pattern[..., query, query - back].mean(dim=-1)


# How different are two heads?


def pattern_js(a: Patterns, b: PatternsB | None = None) -> HeadPairs:
    r"""Jensen–Shannon divergence of two heads' patterns in bits, averaged over rows and batch.

    .. math:: \tfrac12 \text{KL}(p \,\|\, m) + \tfrac12 \text{KL}(q \,\|\, m),
              \qquad m = \tfrac12 (p + q)

    It ranges from 0 (equal patterns) to 1 (in no row do both heads look at the same key) and is
    symmetric. Source: Lin (1991), "Divergence measures based on the Shannon entropy".

    Raises
    ------
    ValueError
        If a share is negative, or a row does not sum to 1 (within 0.01).
    """
    for rows in (a,) if b is None else (a, b):
        _check_axes(rows, "batch, head, query, key")
        if validate.holds((rows < 0).any(-1) | ((rows.sum(-1) - 1).abs() > 0.01)):
            raise ValueError(
                f"a pattern of shape {tuple(rows.shape)} has a negative share or a row that does "
                "not sum to 1; give the output of a softmax"
            )

    def divergence(p: Tensor, q: Tensor) -> Tensor:
        m = (p + q) / 2
        bits = sum(torch.xlogy(w, w / m.where(m > 0, 1)) for w in (p, q)) / (2 * np.log(2))
        return bits.sum(-1).mean(-1).mean(-2)  # (*lead, batch, head, query, key) -> (*lead, head)

    return _each_pair(divergence, a, b)


def pattern_cosine(a: Patterns, b: PatternsB | None = None) -> HeadPairs:
    """Cosine of two heads' patterns, each flattened to one vector, averaged over the batch.

    It ranges from 0 (in no row do both heads look at the same key) to 1 (equal patterns).
    """
    return _each_pair(lambda p, q: _cosine(p.flatten(-2), q.flatten(-2)).mean(-2), a, b)


def output_cosine(a: Outputs, b: OutputsB | None = None) -> HeadPairs:
    """Cosine of two heads' outputs at a position, averaged over positions and batch.

    -1 means opposite, 0 at right angles, 1 the same direction everywhere. A zero vector has
    cosine 0 with every vector. Source: the "disagreement on outputs" of Li et al. (2018), without
    its minus sign.
    """
    return _each_pair(lambda p, q: _cosine(p, q).mean(-1).mean(-2), a, b)


def linear_cka(a: Outputs, b: OutputsB | None = None) -> HeadPairs:
    r"""Linear centred kernel alignment of two heads' outputs over all tokens of the batch.

    .. math:: \frac{\lVert X^\top Y \rVert_F^2}
              {\lVert X^\top X \rVert_F \lVert Y^\top Y \rVert_F}
              \qquad \text{(columns centred)}

    It ranges from 0 (no coordinate of one head correlates with any of the other) to 1 (equal up
    to rotation, scale and shift). The widths may differ. A head with constant output scores 0
    with every head. Biased upward when there are few tokens. Source: Kornblith et al. (2019),
    "Similarity of neural network representations revisited".
    """

    def alignment(x: Tensor, y: Tensor) -> Tensor:
        # (*lead, batch, head, pos, width) -> (*lead, head, token, width)
        x, y = (_to_size_1(t.movedim(-3, -4).flatten(-3, -2), (-2, -1)) for t in (x, y))
        # Subtracting the first token makes a constant exactly 0, however its mean is rounded.
        x, y = (t - t[..., :1, :] for t in (x, y))
        x, y = (t - t.mean(-2, keepdim=True) for t in (x, y))
        cross, own_x, own_y = (_norm(s.mT @ t) for s, t in ((x, y), (x, x), (y, y)))
        scale = own_x * own_y
        return cross.square() / scale.where(scale != 0, 1)

    return _each_pair(alignment, a, b, any_width=True)


def subspace_overlap(a: Matrices, b: MatricesB | None = None) -> HeadPairs:
    r"""Overlap of the column spaces of two heads' matrices.

    .. math:: \lVert U_a^\top U_b \rVert_F^2 / \min(\text{rank}_a, \text{rank}_b)

    where the columns of U are an orthonormal basis: the mean squared cosine of the principal
    angles. It ranges from 0 (orthogonal) to 1 (one space contains the other). Two random spaces of
    k dimensions in d overlap by k/d on average. A zero matrix scores 0 with every matrix. Pass
    W_Q, W_K or W_V to compare what heads read, and ``W_O.mT`` to compare what they write.
    """

    axes = "head, rows, columns"

    def basis(m: Tensor) -> Tensor:
        _check_axes(m, axes)
        finite = m.isfinite().all(-1, keepdim=True).all(-2, keepdim=True)
        u, s, _ = torch.linalg.svd(_to_size_1(m.where(finite, 0), (-2, -1)), full_matrices=False)
        smallest = s[..., :1] * max(m.shape[-2:]) * torch.finfo(m.dtype).eps
        return (u * (s > smallest).unsqueeze(-2)).where(finite, torch.nan)

    def overlap(u: Tensor, v: Tensor) -> Tensor:
        rank_u, rank_v = (t.square().sum((-2, -1)).round() for t in (u, v))
        return _norm(u.mT @ v).square() / torch.minimum(rank_u, rank_v).clamp(min=1)

    pair = None if b is None else basis(b)
    return _each_pair(overlap, basis(a), pair, any_width=True, axes=axes)


def matching_matrix_cosine(
    W_Q: Matrices, W_K: Matrices, others: tuple[MatricesB, MatricesB] | None = None
) -> HeadPairs:
    r"""Cosine of two heads' :math:`W_Q W_K^\top`, the matrix that determines their scores.

    It ranges from -1 to 1 (the same scores up to scale). Unlike the cosine of W_Q or W_K alone, it
    does not change if :math:`W_Q M` and :math:`W_K M^{-\top}` replace W_Q and W_K.

    Raises
    ------
    ValueError
        If W_Q and W_K differ in shape.
    """

    def flat(W_Q: Tensor, W_K: Tensor) -> Tensor:
        _check_axes(W_Q, "head, d_model, d_head")
        if W_Q.shape != W_K.shape:
            raise ValueError(
                f"W_Q has shape {tuple(W_Q.shape)} and W_K {tuple(W_K.shape)}; make them equal"
            )
        W_Q, W_K = (_to_size_1(W, (-2, -1)) for W in (W_Q, W_K))
        return (W_Q @ W_K.mT).flatten(-2)[..., None, :]

    pair = None if others is None else flat(*others)
    return _each_pair(lambda p, q: _cosine(p, q)[..., 0], flat(W_Q, W_K), pair, axes="head, 1, all")


# How much does a head matter?


Loss = Callable[[Tensor, Tensor], Tensor]


def ablation(loss: Loss, model: nn.Module, x: Any, y: Tensor) -> Float[Tensor, "*gate"]:
    """Measure how much the loss rises when one head is removed, without retraining.

    0 for a head that does nothing; negative if the model is better without it; no upper limit.
    ``run.each(partial(ablation, task.loss), x, y)`` has the shape (seed, head).
    """
    shape = _gate_shape(model)
    heads = torch.eye(math.prod(shape), dtype=torch.bool, device=y.device)
    gates = torch.where(heads, 0.0, 1.0).unflatten(1, shape)
    without = torch.stack([loss(model(x, gate=gate), y) for gate in gates])
    return without.unflatten(0, shape) - loss(model(x), y)


def gradient_importance(loss: Loss, model: nn.Module, x: Any, y: Tensor) -> Float[Tensor, "*gate"]:
    r"""Score heads by how fast the loss changes when their gate is turned down slightly.

    .. math:: I_i = \mathbb{E}_x \left| \partial L(x) / \partial g_i \right|_{g = 1}

    0 for a head that writes nothing; no upper limit. The mean is over the examples of the batch,
    each with its own loss. Source: equation 2 of Michel et al. (2019), "Are sixteen heads really
    better than one?", who then divide by the norm over a layer's heads.
    """

    def loss_of_one(gate: Tensor, x: Tensor, y: Tensor) -> Tensor:
        return loss(model(x.unsqueeze(0), gate=gate), y.unsqueeze(0))

    gate = torch.ones(_gate_shape(model), device=y.device)
    return vmap(grad(loss_of_one), in_dims=(None, 0, 0))(gate, x, y).abs().mean(0)


def _gate_shape(model: nn.Module) -> tuple[int, ...]:
    shape = getattr(model, "gate_shape", None)
    if not isinstance(shape, tuple):
        raise TypeError(
            f"{type(model).__name__} has no gate_shape tuple; give a model that takes gate="
        )
    return shape


# Which head is which?


def match_heads(similarity: Float[Tensor, "*lead head_a head_b"]) -> Int[Tensor, "*lead head_a"]:
    """Pair the heads of two layers so that the summed similarity is largest (Hungarian method).

    Returns the partner in b of each head of a: a permutation if a and b have equally many heads.
    To match by :func:`pattern_js`, a divergence, pass its negative.

    Raises
    ------
    ValueError
        If a similarity is not finite, or a has more heads than b.
    """
    if similarity.ndim < 2 or 0 in similarity.shape[-2:]:
        raise ValueError(
            f"similarity has shape {tuple(similarity.shape)}; give (..., heads of a, heads of b)"
        )
    if similarity.shape[-2] > similarity.shape[-1]:
        raise ValueError(
            f"{similarity.shape[-2]} heads cannot each have their own partner among "
            f"{similarity.shape[-1]}; swap a and b"
        )
    if not similarity.isfinite().all():
        raise ValueError("similarity holds NaN or infinity; leave out the seeds that diverged")
    tables = similarity.detach().cpu().double().numpy().reshape(-1, *similarity.shape[-2:])
    pairs = [linear_sum_assignment(table, maximize=True)[1] for table in tables]
    return torch.tensor(np.array(pairs, dtype=np.int64)).reshape(similarity.shape[:-1])


# How good is an answer?


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
    validate.answers(prediction.shape, target.shape, dims)
    axes = tuple(range(-dims, 0))
    prediction, target = prediction.double(), target.double()
    if validate.holds(target.amin(axes) == target.amax(axes)):
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
    validate.answers(logits.shape[:-1], target.shape, dims, of_logits=True)
    right = (logits.argmax(dim=-1) == target).to(logits.dtype)
    return right.where(~logits.isnan().any(dim=-1), torch.nan)


def _each_pair(
    measure: Callable[[Tensor, Tensor], Tensor],
    a: Tensor,
    b: Tensor | None,
    any_width: bool = False,
    axes: str = "batch, head, pos, width",
) -> HeadPairs:
    """Compare all heads of a with one head of b at a time, which keeps memory small."""
    b = a if b is None else b
    for t in (a, b):
        _check_axes(t, axes)
    same = [n for n in range(-a.ndim, 0) if n != -3 and not (n == -1 and any_width)]
    if a.ndim != b.ndim or any(a.shape[n] != b.shape[n] for n in same):
        raise ValueError(
            f"cannot compare heads of shapes {tuple(a.shape)} and {tuple(b.shape)}: apart from "
            "the number of heads, axis -3, they must agree"
        )
    each = [measure(a, b[..., j : j + 1, :, :]) for j in range(b.shape[-3])]
    return torch.stack(each, dim=-1)


def _check_axes(t: Tensor, axes: str) -> None:
    n = axes.count(",") + 1
    if t.ndim < n or 0 in t.shape[-n:]:
        raise ValueError(f"heads of shape {tuple(t.shape)}; give (..., {axes}), none of them empty")


def _cosine(p: Tensor, q: Tensor) -> Tensor:
    p, q = _to_size_1(p, -1), _to_size_1(q, -1)
    scale = p.norm(dim=-1) * q.norm(dim=-1)
    return (p * q).sum(-1) / scale.where(scale != 0, 1)


def _to_size_1(t: Tensor, dims: int | tuple[int, int]) -> Tensor:
    """Scale so that the largest absolute value is 1: then products do not over- or underflow."""
    largest = t.detach().abs().amax(dims, keepdim=True)
    return t / largest.where(largest > 0, 1)


def _norm(matrix: Tensor) -> Tensor:
    return matrix.square().sum((-2, -1)).sqrt()
