r"""What each head of a layer looks at and writes.

The functions of a model and examples are for ``Run.each``: ``run.each(written, x)`` has the shape
(seed, batch, head, pos, d_out).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from multihead.attention import MultiHeadAttention


def mean_pattern(model: MultiHeadAttention, x: Tensor) -> Float[Tensor, "head query key"]:
    """Return each head's pattern, averaged over the examples of ``x``, (batch, pos, d_model)."""
    return model.heads(x).pattern.mean(dim=0)


def written(model: MultiHeadAttention, x: Tensor) -> Float[Tensor, "batch head pos d_out"]:
    r"""Return what each head adds to the output, :math:`Y_i = Z_i W_O^i`; they sum to it."""
    return model.write(model.heads(x).z)


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
