"""Diagrams of shapes: how the matrices of a layer follow from each other, drawn cell by cell."""

from typing import Literal

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle

from multihead.show.drawing import STYLE
from multihead.show.palette import HEAD_COLOURS
from multihead.show.svg import TEXT

Form = Literal["paper", "wide", "sliced"]
CELL = 0.15  # inches
WIDTH = 33  # cells


def two_heads(n_words: int, d_model: int, d_head: int) -> Figure:
    """Draw all matrices from the embeddings through two heads to the output, to scale.

    Parameters
    ----------
    n_words, d_model, d_head
        Rows of X, its width, and the width of one head's queries, keys and values.

    Raises
    ------
    ValueError
        If a size is below 1, or the matrices would not fit side by side.
    """
    if not (1 <= n_words <= 4 and 1 <= d_head <= 4 and 1 <= d_model <= WIDTH):
        raise ValueError(
            f"{n_words=}, {d_model=}, {d_head=}; there is room for 1 to 4 words, 1 to {WIDTH} "
            "numbers in a row of X and 1 to 4 in a head"
        )
    step = n_words + 4.2  # cells from one row of matrices to the next
    rows = [-step * i for i in range(6)]
    with matplotlib.style.context(STYLE):
        figure = Figure(figsize=(WIDTH * CELL, (step * 5 + n_words + 3) * CELL))
        axes = figure.add_axes((0, 0, 1, 1), aspect="equal")
        axes.set(xlim=(0, WIDTH), ylim=(rows[5] - n_words - 0.4, 2.6))
        axes.axis("off")
        middle = WIDTH / 2
        _matrix(axes, "X", middle, rows[0], n_words, d_model)
        for head, centre in enumerate((WIDTH / 4, 3 * WIDTH / 4)):
            colour, number = HEAD_COLOURS[head], head + 1
            _arrow(axes, (middle, rows[0] - n_words), (centre, rows[1] + 3.6))
            weights = r"\;".join(f"W_{name}^{number}" for name in "QKV")
            _words(axes, f"× ${weights}$", f"each {d_model}×{d_head}", centre + 1.7, rows[1] + 2.6)
            columns = [centre + 5.2 * i for i in (-1, 0, 1)]
            for name, x in zip("QKV", columns, strict=True):
                _matrix(axes, f"${name}_{number}$", x, rows[1], n_words, d_head, colour)
            between = (columns[0] + columns[1]) / 2
            for x in columns[:2]:
                _arrow(axes, (x, rows[1] - n_words), (between, rows[2] + 2))
            _matrix(axes, f"pattern {number}", between, rows[2], n_words, n_words, colour)
            _arrow(axes, (between, rows[2] - n_words), (centre, rows[3] + 2))
            _arrow(axes, (columns[2], rows[1] - n_words), (centre + 0.8, rows[3] + 2))
            _matrix(axes, f"$Z_{number}$", centre, rows[3], n_words, d_head, colour)
            side = middle + (head - 0.5) * d_head
            _arrow(axes, (centre, rows[3] - n_words), (side, rows[4] + 2))
            _matrix(axes, "", side, rows[4], n_words, d_head, colour)
        _label(axes, "$Z$′", middle, rows[4], n_words, 2 * d_head)
        _arrow(axes, (middle, rows[4] - n_words), (middle, rows[5] + 2))
        _words(axes, "× $W_O$", f"{2 * d_head}×{d_model}", middle + 3.4, rows[5] + 2.9)
        _matrix(axes, "output", middle, rows[5], n_words, d_model)
    return figure


def what_two_heads_read(form: Form, d_model: int) -> Figure:
    """Draw one token, and two heads' queries below the numbers that they are made from.

    Parameters
    ----------
    form
        ``"paper"`` or ``"wide"``: both heads read the whole token. ``"sliced"``: each reads half.
    d_model
        Width of the token: 4, 6 or 8.

    Raises
    ------
    ValueError
        If ``form`` is none of these, or ``d_model`` is none of those.
    """
    if form not in ("paper", "wide", "sliced"):
        raise ValueError(f"form={form!r}; use 'paper', 'wide' or 'sliced'")
    if d_model not in (4, 6, 8):
        raise ValueError(
            f"{d_model=}; use 4, 6 or 8, which two heads can share and a page can hold"
        )
    half = d_model / 2
    width = d_model if form == "wide" else d_model // 2
    numbers_read = d_model // 2 if form == "sliced" else d_model
    across = 2 * width + 6
    with matplotlib.style.context(STYLE):
        figure = Figure(figsize=(across * 0.2, 10.6 * 0.2))
        axes = figure.add_axes((0, 0, 1, 1), aspect="equal")
        axes.set(xlim=(-across / 2, across / 2), ylim=(-8.9, 1.7))
        axes.axis("off")
        for head, side in enumerate((-1, 1)):
            colour, to = HEAD_COLOURS[head], side * (width / 2 + 1.6)
            start = side * half / 2 if form == "sliced" else 0
            top = [(start - numbers_read / 2, -1), (start + numbers_read / 2, -1)]
            bottom = [(to + width / 2, -6), (to - width / 2, -6)]
            axes.add_patch(Polygon(top + bottom, facecolor=(colour, 0.2), edgecolor=colour))
            _matrix(axes, "", to, -6.0, 1, width, colour)
            words = f"head {head} reads\n{numbers_read}, makes {width}"
            axes.text(to, -8, words, ha="center", va="center", linespacing=1.2)
        _matrix(axes, f"{form}: a token", 0.0, 0.0, 1, d_model)
    return figure


def _matrix(
    axes: Axes, name: str, x: float, top: float, rows: int, columns: int, colour: str | None = None
) -> None:
    """Draw rows × columns cells below ``top``, centred on ``x``, with the name and shape above."""
    if name:
        _label(axes, name, x, top, rows, columns)
    fill = (colour, 0.35) if colour else "none"
    left = x - columns / 2
    axes.add_patch(Rectangle((left, top - rows), columns, rows, edgecolor=TEXT, facecolor=fill))
    axes.hlines([top - i for i in range(1, rows)], left, left + columns, TEXT, linewidth=0.5)
    axes.vlines([left + i for i in range(1, columns)], top - rows, top, TEXT, linewidth=0.5)


def _label(axes: Axes, name: str, x: float, top: float, rows: int, columns: int) -> None:
    shape = f"{rows}×{columns}"
    if "$" in name:
        _words(axes, name, shape, x - 0.2, top + 0.8)
    else:
        axes.text(x, top + 0.8, f"{name} {shape}", ha="center", va="center")


def _words(axes: Axes, symbols: str, shape: str, x: float, y: float) -> None:
    """Write symbols to the left of ``x`` and a shape to its right.

    Apart, for the letters of what has a symbol in it stand where Matplotlib's own font puts them.
    """
    axes.text(x - 0.2, y, symbols, ha="right", va="center")
    axes.text(x + 0.2, y, shape, ha="left", va="center")


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    style = {"arrowstyle": "-|>", "color": TEXT, "linewidth": 0.9, "shrinkA": 1, "shrinkB": 0}
    axes.annotate("", end, start, arrowprops=style)
