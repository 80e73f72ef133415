"""Dropout on attention weights, where a training asks for it; see :mod:`multihead.setting`.

Masks are drawn outside the model, from a generator of each seed's own: what is drawn under
``vmap`` would depend on the other seeds.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from torch import Size, Tensor

_waiting: list[Tensor] = []  # masks of this step, the next one last
_noted: list[Size] | None = None


def dropout(pattern: Tensor) -> Tensor:
    """Return a pattern times the next mask of a training; outside of one, as it is."""
    if _noted is not None:
        _noted.append(pattern.shape)
    return pattern * _waiting.pop() if _waiting else pattern


@contextmanager
def noting_shapes() -> Iterator[list[Size]]:
    """Note the shape of each pattern that is computed within a block, in order."""
    global _noted
    _noted = []
    try:
        yield _noted
    finally:
        _noted = None


@contextmanager
def using_masks(masks: Sequence[Tensor]) -> Iterator[None]:
    """Multiply each pattern that is computed within a block by the mask of its turn."""
    _waiting.extend(reversed(masks))
    try:
        yield
    finally:
        _waiting.clear()
