from __future__ import annotations

from collections.abc import Callable
from typing import Optional, TypeVar

import numpy as np
import numpy.typing as npt
from jaxtyping import Bool, Float

Array = npt.NDArray[np.float64]
T = TypeVar("T", bound=Array)
shares: Callable[[Array], Array] = lambda s: np.exp(s - s.max(1)[:, None])


def attention(
    q: Float[np.ndarray, "query d"],
    k: Float[np.ndarray, "key d"],
    v: Array,
    mask: Optional[Bool[np.ndarray, "query key"]] = None,
) -> Array:
    scores: Array = q @ k.T / np.sqrt(q.shape[1])
    powers = shares(scores if mask is None else np.where(mask, scores, -np.inf))
    return powers / powers.sum(1, keepdims=True) @ v
