"""The names of lines, written at their ends in place of a legend."""

import textwrap

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy import ndarray

LETTERS = 14  # of a line of a name; longer names are broken
LINE = 13.0  # points from one line of text to the next
GAP = 3.0  # points between two names
RIGHT = 1.1  # where names begin, in widths of the axes


def name_lines(figure: Figure, axes: Axes) -> None:
    """Write each line's label to the right of its end, and draw a thin line that leads there.

    Names stand in the order of the ends, moved apart where two would overlap.
    """
    figure.draw_without_rendering()  # the layout decides how high the axes are
    axes_height = axes.get_window_extent().height / figure.dpi * 72  # points
    named = [line for line in axes.lines if not str(line.get_label()).startswith("_")]
    names = [textwrap.fill(str(line.get_label()), LETTERS) for line in named]
    heights = np.array([LINE * (name.count("\n") + 1) + GAP for name in names]) / axes_height
    lines = [np.asarray(line.get_xydata()) for line in named]  # each (point, 2)
    ends = np.array([points[points[:, 0].argmax()] for points in lines])
    wanted = axes.transAxes.inverted().transform(axes.transData.transform(ends))[:, 1]
    places = moved_apart(wanted, heights)
    for line, name, end, place in zip(named, names, ends, places, strict=True):
        lead = {"arrowstyle": "-", "color": line.get_color(), "relpos": (0, 0.5), "shrinkB": 1}
        axes.annotate(name, tuple(end), (RIGHT, place), "data", "axes fraction", lead, va="center")


def moved_apart(wanted: ndarray, heights: ndarray) -> ndarray:
    """Return the places nearest to ``wanted`` (in squares) at which boxes do not overlap.

    Boxes are centred on their places, keep the order of ``wanted`` and, if they are not too many,
    stay between 0 and 1. Boxes that would overlap stand together around the mean of what they
    want: an isotonic regression, once the heights of the boxes below are taken off.
    """
    order = np.argsort(wanted, kind="stable")
    middles = np.cumsum(heights[order]) - heights[order] / 2
    together: list[list[float]] = []
    for goal in wanted[order] - middles:
        together.append([goal])
        while len(together) > 1 and np.mean(together[-2]) > np.mean(together[-1]):
            last = together.pop()
            together[-1] += last
    places = np.empty(len(wanted))
    lowest = np.concatenate([np.full(len(group), np.mean(group)) for group in together])
    places[order] = np.clip(lowest, 0, max(0, 1 - heights.sum())) + middles
    return places
