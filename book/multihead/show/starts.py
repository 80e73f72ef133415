"""Two heads from each of several initialisations: a row for each, as a picture and as a table."""

import textwrap
from collections.abc import Mapping
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.lines import Line2D

from multihead.heads import Pair
from multihead.show.drawing import STYLE, Dots, Drawing, Series
from multihead.show.palette import BLUE, VERMILLION
from multihead.show.summaries import SPREAD
from multihead.show.svg import NO_CARD, Picture
from multihead.show.tables import Row, markup

BELOW = 0.27  # rows from a median to the marks of its seeds
STYLE_BY_PARTED: dict[bool, dict[str, Any]] = {
    True: {"color": BLUE, "marker": "o", "linestyle": "", "label": "the heads diverged"},
    False: {"color": VERMILLION, "marker": "s", "linestyle": "", "label": "they did not"},
}
UNBREAKABLE = str.maketrans({" ": "\N{NO-BREAK SPACE}", "–": "\N{WORD JOINER}–\N{WORD JOINER}"})


def starts_figure(pairs: Mapping[str, Pair], run: str = "") -> Drawing:
    """Draw one row for each pair of heads: every seed's R², and in how many seeds they diverged.

    The thick mark is the median over seeds, its bar the middle 90 %, each small mark a seed. Blue
    circles are heads that diverged, vermilion squares heads that did not; a pair takes the look of
    most of its seeds.

    Raises
    ------
    ValueError
        If there is no pair, or an R² is not finite.
    """
    if not pairs:
        raise ValueError("no pair to draw; give one or more")
    for name, pair in pairs.items():
        if not pair.r2.isfinite().all():
            raise ValueError(f"R² of {name!r} holds NaN or infinity; give finite numbers")
    rows, colours = range(len(pairs)), []
    with matplotlib.style.context(STYLE):
        figure = Drawing(4.4, 1.1 + 0.42 * len(pairs))
        axes = figure.plot
        for row, pair in enumerate(pairs.values()):
            parted, r2 = np.asarray(pair.parted), np.asarray(pair.r2)
            for side, style in STYLE_BY_PARTED.items():
                seeds = r2[parted == side]
                axes.plot(seeds, np.full(len(seeds), row + BELOW), **style, markersize=3, alpha=0.4)
            low, median, high = np.percentile(r2, SPREAD)
            marker = STYLE_BY_PARTED[bool(parted.mean() > 0.5)]
            axes.hlines(row, low, high, color=marker["color"], linewidth=3)
            axes.plot(median, row, **marker, markersize=7)
            colours.append(marker["color"])
        lowest = min(float(pair.r2.min()) for pair in pairs.values())
        axes.set(xlabel="R²", xlim=(min(0, lowest) - 0.05, 1.05), ylim=(len(pairs) - 0.5, -0.5))
        axes.set_yticks(rows, [textwrap.fill(name, 23) for name in pairs])
        counts = axes.secondary_yaxis("right")
        counts.set_yticks(rows, [pair.count() for pair in pairs.values()])
        counts.spines[:].set_visible(False)
        axes.text(1.03, 1, "diverged in", transform=axes.transAxes, va="bottom")
        for side in (axes, counts):
            side.tick_params(axis="y", length=0)
        axes.grid(True, axis="x")
        handles = [Line2D([], [], **style, markersize=7) for style in STYLE_BY_PARTED.values()]
        figure.legend(handles=handles, loc="outside upper left", ncols=2)
    starts = zip(pairs.items(), colours, strict=True)
    rows = [Series(name, colour, np.asarray(pair.r2), run) for (name, pair), colour in starts]
    figure.marks = Dots(rows, BELOW)
    return figure


def starts_table(pairs: Mapping[str, Pair], reasons: Mapping[str, str]) -> Picture:
    """Show for each pair of heads in how many seeds they diverged, their R², and why.

    Parameters
    ----------
    pairs
        By name of an initialisation: what became of the heads.
    reasons
        By the same names: the reason for it.

    Raises
    ------
    ValueError
        If the names differ.
    """
    odd = pairs.keys() ^ reasons.keys()
    if odd:
        raise ValueError(f"only one of pairs and reasons has {sorted(odd)}; use the same names")
    rows = []
    for name, pair in pairs.items():
        low, median, high = np.percentile(pair.r2, SPREAD)
        equality = ", patterns identical" if pair.weights_apart.any() else ", identical"
        bits = "" if pair.patterns_apart.any() else f"{equality} to the last bit"
        scores = f"{median:z.3f} ({low:z.3f}–{high:z.3f})"
        rows.append(Row(name, (pair.count() + bits, scores.translate(UNBREAKABLE), reasons[name])))
    columns = ("pair", "diverged?", "R², median (5–95 %)", "why")
    return Picture(f'<div class="mh-figure">{markup(columns, rows)}</div>{NO_CARD}')
