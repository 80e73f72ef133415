"""One attention, as torch computes it: a softmax, and its product with the values."""

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor


class Attention(NamedTuple):
    """What is known of an attention before its W_O is called."""

    size: torch.Size  # of the pattern, (…, query, key); batch and head may share an axis
    d_value: int | None  # width of a head's values; None if the product does not show it
    n_keys: int  # those with values; a sink has none
    pattern: Callable[[], Tensor]

    def n_heads(self, wide: Tensor) -> int | None:
        """Return how many heads fill ``wide``, (…, n_heads * d_head); None if they do not."""
        *rows, width = wide.shape
        in_blocks = len(rows) == 2 and self.size[-2] not in rows  # of positions, as in LongT5
        if 0 in wide.shape or in_blocks or math.prod(rows) % self.size[-2]:
            return None
        n, rest = divmod(math.prod(self.size[:-1]), math.prod(rows))  # (batch * head * query)
        fills = width == n * self.d_value if self.d_value else n and width % n == 0
        return n if fills and not rest else None


def is_pattern(factor: Tensor, weights: Tensor) -> bool:
    """Say whether a factor is the softmax's result, perhaps reshaped or without its sink."""
    if factor.ndim < 3 or factor.shape[-2] != weights.shape[-2]:
        return False
    same_rows = factor.shape[:-1].numel() == weights.shape[:-1].numel()
    return same_rows and 0 <= weights.shape[-1] - factor.shape[-1] <= 1


def of_fused(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Attention:
    """Take a call of ``scaled_dot_product_attention``, which does not return its pattern."""

    def pattern() -> Tensor:
        k = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3) if enable_gqa else key
        scores = query @ k.mT * (query.shape[-1] ** -0.5 if scale is None else scale)
        mask = attn_mask
        if is_causal:
            mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
        if mask is not None and mask.dtype == torch.bool:
            scores = scores.masked_fill(~mask, -math.inf)
        elif mask is not None:
            scores = scores + mask
        exact = torch.promote_types(scores.dtype, torch.float32)
        return scores.softmax(-1, exact).nan_to_num(0.0)  # a row without a key is 0 / 0

    size = torch.Size((*query.shape[:-1], key.shape[-2]))
    return Attention(size, value.shape[-1], key.shape[-2], pattern)
