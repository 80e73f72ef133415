"""What became of two heads from each of several starts.

``train_starts`` lays the seeds of all starts on one axis; ``by_start`` gives each start's seeds its
name.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from jaxtyping import Bool, Float
from torch import Tensor

from multihead.train import by_start

PARTED = 0.1  # patterns that differ by no more than this look the same


@dataclass(frozen=True)
class Pair:
    """Two heads after training from one start, one number for each seed.

    Attributes
    ----------
    weights_apart
        Largest difference between a weight of head 0 and the same weight of head 1, see
        :func:`multihead.train.distance`; exactly 0 if all are equal to the last bit.
    patterns_apart
        Largest difference between a share of head 0's pattern and the same share of head 1's.
    r2
        Score of the two heads together.

    Raises
    ------
    ValueError
        If the three differ in shape, are not (seed,), or hold no seed.
    """

    weights_apart: Float[Tensor, " seed"]
    patterns_apart: Float[Tensor, " seed"]
    r2: Float[Tensor, " seed"]

    def __post_init__(self):
        values = self.weights_apart, self.patterns_apart, self.r2
        shapes = [tuple(v.shape) for v in values]
        if len(set(shapes)) > 1 or len(shapes[0]) != 1 or 0 in shapes[0]:
            raise ValueError(f"values of shapes {shapes}; give three times (seed,), 1 or more")

    @property
    def parted(self) -> Bool[Tensor, " seed"]:
        """True where the patterns differ somewhere by more than 0.1."""
        return self.patterns_apart > PARTED

    def count(self) -> str:
        return f"{int(self.parted.sum())} of {len(self.r2)}"


def collect(
    names: Iterable[str],
    weights_apart: Float[Tensor, " row"],
    patterns_apart: Float[Tensor, " row"],
    r2: Float[Tensor, " row"],
) -> dict[str, Pair]:
    """Return what became of the two heads from each start; rows as in :func:`by_start`.

    Raises
    ------
    ValueError
        As :func:`by_start` and :class:`Pair` do.
    """
    names = list(names)
    weights, patterns, scores = (by_start(names, v) for v in (weights_apart, patterns_apart, r2))
    return {name: Pair(weights[name], patterns[name], scores[name]) for name in names}
