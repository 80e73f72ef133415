"""A figure that knows what it drew: the page reads its marks out when they are touched.

Beside the SVG stands one line of JSON for each drawing, which changes no byte of the SVG:

``kind``
    ``cells``, ``dots`` or ``lines``.
``box``
    x, y, width and height of the axes, in the units of the SVG.
``x``, ``y``
    An axis: its name, its two ends, and whether it is logarithmic.
``series``
    Of dots and lines, by row or by line: name, colour, median, and one training after the other.

A number on an axis is written as a whole multiple of a power of ten, at most 1/500 of that axis,
and 1/80 for a training behind a line; on a logarithmic axis its logarithm is. Of a line the first
number is followed by differences. Of more than 64 places of a line every second, third … travels.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from numpy import ndarray

from multihead.show.summaries import SPREAD

STYLE = Path(__file__).with_name("paper.mplstyle")
MOST = 64  # trainings of a series, and places of a line, that travel with a page
FINE, ROUGH = 500, 80  # steps on an axis, at least
POINTS = 72  # to an inch: the unit of the SVG

# Which training stands behind a series: equal names are the same trainings, seed for seed.
Runs = str | Mapping[str, str]


class Drawing(Figure):
    """A figure with one pair of axes, and its marks as numbers."""

    def __init__(self, width: float, height: float):
        with matplotlib.style.context(STYLE):
            super().__init__(figsize=(width, height), layout="constrained")
            self.plot: Axes = self.subplots()
        self.marks: Cells | Dots | Lines | None = None

    def drawn(self) -> dict[str, Any]:
        """Return what was drawn, once the figure was saved: only then its axes have a place."""
        if self.marks is None:
            return {}
        left, bottom, width, height = self.plot.get_position().bounds
        across, down = POINTS * self.get_size_inches()
        box = (left * across, (1 - bottom - height) * down, width * across, height * down)
        title = without_nothing(title=self.plot.get_title())
        return self.marks.on(self.plot) | title | {"box": [round(side, 1) for side in box]}


@dataclass(frozen=True)
class Cells:
    """The cells of a table, each with what it says."""

    rows: Sequence[str]
    columns: Sequence[str]
    texts: Sequence[Sequence[str]]
    names: tuple[str, str]  # of a row and of a column: "query", "key"
    first: float = 0.0  # where the middle of the first is, on both axes
    run: str = ""  # the trainings of its rows
    links: str = ""  # how ids begin in a table of this page whose rows say what the rows are

    def on(self, axes: Axes) -> dict[str, Any]:
        return {
            "kind": "cells",
            "names": [*self.names],
            "rows": [*self.rows],
            "columns": [*self.columns],
            "texts": [*map(list, self.texts)],
            "ends": [rounded(axes.get_xlim()), rounded(axes.get_ylim())],
            "first": self.first,
        } | without_nothing(run=self.run, links=self.links)


@dataclass(frozen=True)
class Series:
    """One row of dots, or one line: its name, its colour and its values, (training, ...)."""

    name: str
    colour: str
    values: ndarray
    run: str = ""
    faint: Sequence[int] = ()  # which trainings the picture shows as thin lines


@dataclass(frozen=True)
class Dots:
    """Rows of dots, each a training, above the median of its row."""

    series: Sequence[Series]
    below: float  # how far the dots stand below their median
    each: str = "seed"
    links: str = ""  # how ids begin in a table of this page whose rows say what the dots are

    def on(self, axes: Axes) -> dict[str, Any]:
        unit = unit_of(axes.xaxis)
        rows = [
            described(one)
            | {"median": whole(np.median(one.values), axes.xaxis, unit)}
            | {"values": whole(one.values.ravel(), axes.xaxis, unit)}
            | without_nothing(heads=one.values.shape[1:])
            for one in self.series
        ]
        return (
            statistics(self.series)
            | {
                "kind": "dots",
                "each": self.each,
                "x": axis_of(axes.xaxis, unit),
                "ends": rounded(axes.get_ylim()),
                "below": self.below,
                "series": rows,
            }
            | without_nothing(links=self.links)
        )


@dataclass(frozen=True)
class Lines:
    """Medians over trainings at some places, with each training behind them."""

    places: Sequence[int | float]
    series: Sequence[Series]
    each: str = "seed"

    def on(self, axes: Axes) -> dict[str, Any]:
        y, chosen = axes.yaxis, some_of(len(self.places))
        unit = unit_of(y)
        rough = unit if is_logarithmic(y) else unit_of(y, ROUGH)
        lines = [
            described(one)
            | {"median": steps(np.median(one.values[:, chosen], axis=0), y, unit)}
            | without_nothing(values=each_of(one.values[:, chosen], y, rough))
            for one in self.series
        ]
        places = [float(f"{self.places[i]:.6g}") for i in chosen]
        return statistics(self.series) | {
            "kind": "lines",
            "each": self.each,
            "x": axis_of(axes.xaxis, 0) | {"at": places},
            "y": axis_of(y, unit) | {"rough": rough},
            "series": lines,
        }


def each_of(values: ndarray, axis: Axis, unit: int) -> list[list[int]]:
    """Return the trainings behind a line, if there are several and not too many."""
    return [steps(row, axis, unit) for row in values] if 1 < len(values) <= MOST else []


def some_of(count: int) -> list[int]:
    """Choose evenly from places of a line, of which the last is always one."""
    return sorted({*range(0, count, math.ceil(count / MOST)), count - 1})


def described(one: Series) -> dict[str, Any]:
    named = {"name": one.name, "colour": one.colour}
    return named | without_nothing(run=one.run, faint=[*map(int, one.faint)])


def statistics(series: Iterable[Series]) -> dict[str, Any]:
    """Say what marks and bands are: a test compares it with the caption."""
    low, _, high = SPREAD
    counts = sorted({len(one.values) for one in series})
    return {"centre": "median", "middle": high - low, "seeds": counts}


def axis_of(axis: Axis, unit: int) -> dict[str, Any]:
    ends = [float(f"{end:.5g}") for end in on_axis(np.array(axis.get_view_interval()), axis)]
    said = {"name": axis.get_label_text(), "ends": ends}
    return said | without_nothing(log=is_logarithmic(axis), unit=unit)


def on_axis(values: ndarray, axis: Axis) -> ndarray:
    return np.log10(values) if is_logarithmic(axis) else values


def is_logarithmic(axis: Axis) -> bool:
    return axis.get_scale() == "log"


def unit_of(axis: Axis, fineness: int = FINE) -> int:
    """Return the power of ten in which values on an axis are written."""
    low, high = on_axis(np.array(axis.get_view_interval()), axis)
    return math.floor(math.log10(abs(high - low) / fineness))


def whole(values: ndarray, axis: Axis, unit: int) -> Any:
    return np.rint(on_axis(np.asarray(values), axis) / 10.0**unit).astype(int).tolist()


def steps(values: ndarray, axis: Axis, unit: int) -> list[int]:
    """Return the first value and then how much each differs from the one before it."""
    return np.diff(whole(values, axis, unit), prepend=0).tolist()


def rounded(ends: Iterable[float]) -> list[float]:
    return [round(float(end), 2) for end in ends]


def without_nothing(**entries: Any) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if value}


def run_of(runs: Runs, name: str) -> str:
    """Return the name of the trainings behind a series: it stands in addresses."""
    run = runs if isinstance(runs, str) else runs.get(name, "")
    if not re.fullmatch(r"[a-z0-9-]*", run):
        raise ValueError(f"run={run!r}; give small letters, digits and hyphens")
    return run


def data_drawn(figures: Iterable[Figure]) -> str:
    """Write what figures drew as JSON, without spaces; nothing if none of them knows."""
    drawn = [figure.drawn() if isinstance(figure, Drawing) else {} for figure in figures]
    if not any(drawn):
        return ""
    return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))
