"""Make weights fit to travel: two bytes each."""

from collections.abc import Iterable

import numpy as np
from torch import Tensor


def rounded(weight: Tensor) -> Tensor:
    """Round to bfloat16, which keeps 8 binary digits; the result is float32 again."""
    return weight.bfloat16().float()


def pack(weights: Iterable[Tensor]) -> bytes:
    """Write rounded weights one after another: first the upper byte of each, then the lower ones.

    Apart, the bytes compress better: few upper bytes, sign and exponent, differ.
    """
    numbers = np.concatenate([weight.numpy().ravel() for weight in weights])
    upper = numbers.astype("<f4").view("<u4") >> 16
    return (upper >> 8).astype("u1").tobytes() + (upper & 255).astype("u1").tobytes()
