"""How different are two heads? One number for each pair of heads.

The measures take what ``Run.each`` returns. They return (*lead, head_a, head_b) and keep all
leading axes, such as the seed. With one argument they compare the heads of a layer with each
other; with two, the heads of one layer, seed or step with those of another. A seed that contains
NaN gets NaN and does not affect the others.
"""

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from multihead.validation import tensor_inputs

HeadPairs = Float[Tensor, "*lead head_a head_b"]
Patterns = Float[Tensor, "*lead batch head_a query key"]
PatternsB = Float[Tensor, "*lead batch head_b query key"]
Outputs = Float[Tensor, "*lead batch head_a pos width"]
OutputsB = Float[Tensor, "*lead batch head_b pos width_b"]
Matrices = Float[Tensor, "*lead head_a rows columns"]
MatricesB = Float[Tensor, "*lead head_b rows columns_b"]


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
        if tensor_inputs.holds((rows < 0).any(-1) | ((rows.sum(-1) - 1).abs() > 0.01)):
            raise ValueError(
                f"a pattern of shape {tuple(rows.shape)} has a negative entry or a row that does "
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


def pattern_overlap(a: Patterns, b: PatternsB | None = None) -> HeadPairs:
    r"""Attention weight that two heads' patterns have in common, averaged over rows and batch.

    .. math:: \sum_s \min(p_s, q_s) = 1 - \tfrac12 \sum_s |p_s - q_s|

    It is one minus the total variation distance of two rows: 0 if in no row both heads attend to
    the same key, 1 for equal patterns.
    """
    return _each_pair(lambda p, q: torch.minimum(p, q).sum(-1).mean(-1).mean(-2), a, b)


def content_cosine(a: Patterns, b: PatternsB | None = None) -> HeadPairs:
    r"""Cosine of what in two heads' patterns depends on the tokens.

    .. math:: \cos(A - \bar A,\; B - \bar B)

    The bar is the mean over the batch at each query and key, which knows positions only; what is
    left of all examples is one vector for each head. It ranges from -1 to 1. A head whose pattern
    is the same for all examples has cosine 0 with every head. Subtracting the mean makes two
    unrelated heads' cosine about 0, also if both prefer the same positions.

    Raises
    ------
    ValueError
        If there is only one example, which is its own mean.
    """
    for patterns in (a,) if b is None else (a, b):
        _check_axes(patterns, "batch, head, query, key")
    if a.shape[-4] < 2:
        raise ValueError(
            f"patterns of shape {tuple(a.shape)} are of one example, which is its own mean; give "
            "(..., batch, head, query, key) with 2 examples or more"
        )

    def deviations(patterns: Tensor) -> Tensor:  # of norm 1 for each head, over all examples
        # Subtracting the first example makes a constant exactly 0, however its mean is rounded.
        patterns = patterns - patterns[..., :1, :, :, :]
        patterns = patterns - patterns.mean(-4, keepdim=True)
        norm = patterns.square().sum((-4, -2, -1), keepdim=True).sqrt()
        return patterns / norm.where(norm != 0, 1)

    x = deviations(a)
    return _each_pair(lambda p, q: (p * q).sum((-4, -2, -1)), x, x if b is None else deviations(b))


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
