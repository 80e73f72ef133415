"""What torch computes while a model runs: where attention takes place, and its patterns."""

import inspect
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.overrides import TorchFunctionMode

from multihead.own_model.inputs import check_rows

PRODUCTS = {"matmul", "__matmul__", "bmm", "einsum"}


class Attention(NamedTuple):
    """One attention: a softmax, and the product of its result with the values."""

    shape: torch.Size  # of the pattern: (…, query, key)
    d_value: int | None  # None if the product does not say
    n_keys: int  # those with values; a sink has none
    pattern: Callable[[], Tensor]

    def n_heads(self, wide: Tensor) -> int | None:
        """Return in how many heads this attention fills ``wide``; None if it does not."""
        *lead, n_queries, _ = self.shape
        rows = wide.numel() // max(wide.shape[-1], 1)
        if not rows or rows % n_queries:
            return None
        batch = rows // n_queries
        n, rest = divmod(math.prod(lead), batch)
        fits = not rest and n > 0 and (len(lead) < 2 or lead[0] == batch)
        width = wide.shape[-1]
        fits = fits and (width % n == 0 if self.d_value is None else width == n * self.d_value)
        return n if fits else None


class Watch(TorchFunctionMode):
    """Tell a pass of each attention, each call of PyTorch's own layer, and each embedding.

    A mode also keeps torch off its fast path, which hides the heads of ``nn.Transformer``.
    """

    def __init__(self, watcher: Any):
        super().__init__()
        self.watcher = watcher
        self.weights: Tensor | None = None

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        name = getattr(func, "__name__", "")
        if func is F.multi_head_attention_forward:
            return self.watcher.on_torch_layer(func, inspect.signature(func).bind(*args, **kwargs))
        if name == "scaled_dot_product_attention":
            out = func(*args, **kwargs)
            return self.watcher.on_attention(_of_fused(*args, **kwargs), out)
        if name == "embedding":
            check_rows(*args[:2])
        if name in PRODUCTS and self.weights is not None:
            place = int(name == "einsum")
            factor = args[place] if len(args) > place else None
            if isinstance(factor, Tensor) and _is_pattern(factor, self.weights):
                pattern, self.weights = self.weights, None
                width = None if name == "einsum" else args[1].shape[-1]
                attention = Attention(pattern.shape, width, factor.shape[-1], lambda: pattern)
                factor = self.watcher.on_attention(attention, factor)
                args = (*args[:place], factor, *args[place + 1 :])
        out = func(*args, **kwargs)
        if name == "softmax" and out.ndim > 2:
            self.weights = out
        return out


def _is_pattern(factor: Tensor, softmax: Tensor) -> bool:
    """Say whether a factor is the softmax's result, perhaps reshaped or without its sink."""
    if factor.ndim < 2 or factor.shape[-2] != softmax.shape[-2]:
        return False
    same_rows = factor.shape[:-1].numel() == softmax.shape[:-1].numel()
    return same_rows and 0 <= softmax.shape[-1] - factor.shape[-1] <= 1


def _of_fused(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Attention:
    """Compute the pattern of ``scaled_dot_product_attention`` again, which does not return it."""

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

    shape = torch.Size((*query.shape[:-1], key.shape[-2]))
    return Attention(shape, value.shape[-1], key.shape[-2], pattern)
