"""What became of two heads from each of several starts, and a picture of it.

``train_starts`` lays the seeds of all starts on one axis; :func:`by_start` gives each start's seeds
its name.
"""

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import matplotlib.style
import numpy as np
from jaxtyping import Bool, Float, Shaped
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from torch import Tensor

from multihead.figures import BLUE, VERMILLION
from multihead.svg import STYLE

PARTED = 0.1  # patterns that differ by no more than this look the same
LOOK: dict[bool, dict[str, Any]] = {
    True: {"color": BLUE, "marker": "o", "linestyle": "", "label": "the heads parted"},
    False: {"color": VERMILLION, "marker": "s", "linestyle": "", "label": "they did not"},
}


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


def by_start(
    names: Iterable[str], values: Shaped[Tensor, "row *rest"]
) -> dict[str, Shaped[Tensor, "seed *rest"]]:
    """Cut the seed axis of a run with several starts into one piece for each start.

    Parameters
    ----------
    names
        Of the starts, in the order in which ``train_starts`` got them.
    values
        What was measured, for all seeds of the first start, then all of the second, …

    Raises
    ------
    ValueError
        If there is no name, a name is repeated, or the rows cannot be shared out evenly.
    """
    names = list(names)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"the starts are called {names}; give each a name of its own")
    if not len(values) or len(values) % len(names):
        raise ValueError(
            f"{len(values)} rows for {len(names)} starts; give as many rows for each start"
        )
    return dict(zip(names, values.unflatten(0, (len(names), -1)), strict=True))


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


def starts_figure(found: Mapping[str, Pair]) -> Figure:
    """Draw one row for each start: every seed's R², and in how many seeds the heads parted.

    The thick mark is the median over seeds, its bar the middle 90 %, each small mark a seed. Blue
    circles are heads that parted, vermilion squares heads that did not; a start takes the look of
    most of its seeds.

    Raises
    ------
    ValueError
        If there is no start, or a score is not finite.
    """
    if not found:
        raise ValueError("no start to draw; give one or more")
    for name, pair in found.items():
        if not pair.r2.isfinite().all():
            raise ValueError(f"R² of {name!r} holds NaN or infinity; give finite numbers")
    rows = range(len(found))
    with matplotlib.style.context(STYLE):
        figure = Figure(figsize=(4.4, 1.1 + 0.42 * len(found)), layout="constrained")
        axes = figure.subplots()
        for row, pair in enumerate(found.values()):
            parted, r2 = np.asarray(pair.parted), np.asarray(pair.r2)
            for side, look in LOOK.items():
                seeds = r2[parted == side]
                axes.plot(seeds, np.full(len(seeds), row + 0.27), **look, markersize=3, alpha=0.4)
            low, median, high = np.percentile(r2, [5, 50, 95])
            most = LOOK[bool(parted.mean() > 0.5)]
            axes.hlines(row, low, high, color=most["color"], linewidth=3)
            axes.plot(median, row, **most, markersize=7)
        lowest = min(float(pair.r2.min()) for pair in found.values())
        axes.set(xlabel="R²", xlim=(min(0, lowest) - 0.05, 1.05), ylim=(len(found) - 0.5, -0.5))
        axes.set_yticks(rows, [textwrap.fill(name, 23) for name in found])
        counts = axes.secondary_yaxis("right")
        counts.set_yticks(rows, [pair.count() for pair in found.values()])
        counts.spines[:].set_visible(False)
        axes.text(1.03, 1, "parted in", transform=axes.transAxes, va="bottom")
        for side in (axes, counts):
            side.tick_params(axis="y", length=0)
        axes.grid(True, axis="x")
        handles = [Line2D([], [], **look, markersize=7) for look in LOOK.values()]
        figure.legend(handles=handles, loc="outside upper left", ncols=2)
    return figure
