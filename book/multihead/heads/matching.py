"""Which head is which? Heads of two layers, paired."""

import numpy as np
import torch
from jaxtyping import Float, Int
from scipy.optimize import linear_sum_assignment
from torch import Tensor


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
