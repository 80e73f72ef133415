"""Heat maps, curves and intervals over seeds, points in a plane; `show` puts them on the page.

Keep a figure at most 4.4 inches wide, so that its text stays readable on a phone 360 pixels wide.
For a larger picture, combine several figures: ``show([one, two], alt)`` puts them side by side, or
below each other on a narrow page.
"""

from collections.abc import Mapping, Sequence

import matplotlib.style
import numpy as np
from jaxtyping import Num
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator
from numpy import ndarray

from multihead.show.drawing import STYLE, Cells, Dots, Drawing, Lines, Runs, Series, run_of
from multihead.show.line_names import name_lines
from multihead.show.palette import BLUE, VERMILLION
from multihead.show.summaries import SPREAD
from multihead.show.svg import TEXT, Picture, picture

# Zero is transparent, so one map serves light and dark pages. At 65 % opacity the page's text
# colour has a contrast of at least 4.5:1 on every cell.
OPAQUE = 0.65
SIGNED = LinearSegmentedColormap.from_list(
    "signed",
    [(0, (VERMILLION, OPAQUE)), (0.5, (VERMILLION, 0)), (0.5, (BLUE, 0)), (1, (BLUE, OPAQUE))],
)

BELOW = 0.25  # rows from a median to the dots of its seeds

Point = Sequence[int | float] | ndarray  # two numbers


def show(figures: Figure | Sequence[Figure], alt: str) -> Picture:
    """Show one figure, or several that wrap to the width of the page.

    Parameters
    ----------
    figures
        One figure or several, made by the functions of this module.
    alt
        A sentence that states what the picture shows.

    Raises
    ------
    ValueError
        If ``alt`` has fewer than five words, or there is no figure.
    """
    figures = [figures] if isinstance(figures, Figure) else list(figures)
    if not figures:
        raise ValueError("no figure to show; give one or more")
    if len(alt.split()) < 5:
        raise ValueError(f"alt={alt!r} has too few words; state what the picture shows")
    return picture(figures, alt)


def heatmap(
    matrix: Num[ndarray, "row column"],
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    *,
    title: str = "",
    row_name: str = "query",
    column_name: str = "key",
    digits: int = 2,
    largest: int | float | None = None,
    terms: Sequence[Num[ndarray, "row column"]] = (),
) -> Drawing:
    """Draw a table of numbers on coloured cells.

    Positive numbers are blue, negative ones vermilion. The larger the number, the stronger its
    colour; zero has none.

    Parameters
    ----------
    rows, columns
        Labels; by default 0, 1, 2, …
    digits
        Number of decimals in the cells.
    largest
        Absolute value that gets the full colour; by default the largest in ``matrix``. Set it to
        make several heat maps comparable.
    terms
        Tables of which ``matrix`` is the sum; a cell that is touched says it with its terms.

    Raises
    ------
    ValueError
        If ``matrix`` is not a table or is empty, the number of labels is wrong, a number is not
        finite, or the terms do not add up.
    """
    matrix = np.asarray(matrix)
    if matrix.ndim != 2 or matrix.size == 0:
        raise ValueError(f"the matrix has shape {matrix.shape}; give (rows, columns), 1 or more")
    n_rows, n_columns = matrix.shape
    rows = _labels("rows", rows, n_rows)
    columns = _labels("columns", columns, n_columns)
    if not np.isfinite(matrix).all():
        raise ValueError("the matrix holds NaN or infinity; give finite numbers")
    if terms and not np.allclose(sum(map(np.asarray, terms)), matrix, rtol=1e-5, atol=1e-6):
        raise ValueError(f"the {len(terms)} terms do not add up to the matrix; give all of them")
    size = max(0.5, 0.16 + 0.085 * (digits + 2))
    slanted = max(map(len, columns)) * 0.085 > size
    margin = 0.5 + 0.095 * max(map(len, rows))
    figsize = (n_columns * size + margin, n_rows * size + (1.1 if slanted else 0.8))
    figure = Drawing(*figsize)
    axes = figure.plot
    with matplotlib.style.context(STYLE):
        top = largest or np.abs(matrix).max() or 1
        axes.pcolormesh(matrix, cmap=SIGNED, vmin=-top, vmax=top)
        for (row, column), value in np.ndenumerate(matrix):
            text = number(value, digits)
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center")
        axes.set(aspect="equal", title=title, ylabel=row_name, xlabel=column_name)
        axes.set_xticks(np.arange(n_columns) + 0.5, columns, rotation=40 if slanted else 0)
        axes.set_yticks(np.arange(n_rows) + 0.5, rows)
        axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
        axes.xaxis.set_label_position("top")
        axes.invert_yaxis()
        axes.spines[:].set_visible(True)
    terms_of_cells = np.stack([*terms] or [matrix], axis=-1)
    exact = 0 if (terms_of_cells == terms_of_cells.round()).all() else max(digits, 2)
    texts = [[_sum(cell, exact) for cell in row] for row in terms_of_cells.tolist()]
    figure.marks = Cells(rows, columns, texts, (row_name, column_name), first=0.5)
    return figure


def curves(
    x: Sequence[int | float],
    series: Mapping[str, Num[ndarray, "_seed x"]],
    *,
    x_label: str,
    y_label: str,
    x_log: bool = False,
    y_log: bool = False,
    title: str = "",
    run: Runs = "",
    each: str = "seed",
    faint: Mapping[str, Sequence[int]] | None = None,
) -> Drawing:
    """Draw the median over seeds as a line with its name, and the middle 90 % as a band.

    Parameters
    ----------
    x
        Values on the x axis, the same for all lines.
    series
        By name: an array (seed, x).
    x_log, y_log
        Logarithmic axes.
    run
        A name for the trainings of all lines, or of each by its name. Where it stands again, in
        this figure or another of the page, the same number is the same training.
    each
        What the first axis counts.
    faint
        By name of a line: which of its trainings are drawn too, thin.

    Raises
    ------
    ValueError
        If a series does not have the shape (seed, x), or is not finite, or a run has a name that
        cannot stand in an address.
    """
    figure = Drawing(4.4, 3.2)
    axes = figure.plot
    with matplotlib.style.context(STYLE):
        if x_log:
            axes.set_xscale("log", base=2)
            axes.set_xticks(x, [f"{value:g}" for value in x])
            axes.xaxis.set_minor_locator(NullLocator())
        if y_log:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        colours = []
        for name, values in series.items():
            values = _series(name, values, len(x))
            low, median, high = np.percentile(values, SPREAD, axis=0)
            (line,) = axes.plot(x, median, label=name, markevery=max(1, len(x) // 8))
            colours.append(str(line.get_color()))
            axes.fill_between(x, low, high, color=colours[-1], alpha=0.25, linewidth=0)
            for number in (faint or {}).get(name, ()):
                thin = {"color": colours[-1], "linewidth": 0.8, "linestyle": "-"}
                axes.add_line(Line2D(x, values[number], **thin))
        axes.set(xlabel=x_label, ylabel=y_label, title=title)
        axes.grid(True)
        if len(series) > 1:
            name_lines(figure, axes)
    figure.marks = Lines(x, _marks(series, colours, run, faint), each)
    return figure


def intervals(
    samples: Mapping[str, Num[ndarray, " _seed"] | Num[ndarray, "_seed head"]],
    *,
    label: str,
    mark: int | float | None = None,
    run: Runs = "",
    each: str = "seed",
    links: str = "",
) -> Drawing:
    """Draw each sample as its median, its middle 90 %, and a faint dot for every seed.

    Parameters
    ----------
    samples
        By name: one number per seed, or one per seed and head.
    label
        What is measured, with its unit.
    mark
        A value to compare with, drawn as a dotted line.
    run, each
        As for :func:`curves`.
    links
        How ids begin in a table of the page whose rows say what the dots are, in their order.

    Raises
    ------
    ValueError
        If a sample is empty or not finite.
    """
    figure = Drawing(4.4, 0.8 + 0.36 * len(samples))
    axes = figure.plot
    with matplotlib.style.context(STYLE):
        for row, (name, values) in enumerate(samples.items()):
            values = _series(name, values, *np.shape(values)[1:2]).ravel()
            low, median, high = np.percentile(values, SPREAD)
            below = np.full(len(values), row + BELOW)
            axes.plot(values, below, ".", color=TEXT, alpha=0.4, markersize=4)
            axes.hlines(row, low, high, color=BLUE, linewidth=3)
            axes.plot(median, row, "o", color=BLUE, markersize=7)
        if mark is not None:
            axes.axvline(mark, color=TEXT, linestyle=":", linewidth=1)
        axes.set(xlabel=label, ylim=(len(samples) - 0.5, -0.5))
        axes.set_yticks(range(len(samples)), list(samples))
        axes.tick_params(axis="y", length=0)
        axes.grid(True, axis="x")
    figure.marks = Dots(_marks(samples, [BLUE] * len(samples), run), BELOW, each, links)
    return figure


def plane(
    points: Mapping[str, Point],
    moves: Mapping[str, Point] | None = None,
    *,
    x_label: str,
    y_label: str,
    title: str = "",
) -> Drawing:
    """Draw vectors of two numbers as points, and arrows to where they move.

    Parameters
    ----------
    points
        By name: a point.
    moves
        By name of a point: where its arrow ends.
    """
    moves = moves or {}
    corners = np.array([*points.values(), *moves.values()])
    pad = 0.15 * np.ptp(corners, axis=0).max()
    low, high = corners.min(axis=0) - pad, corners.max(axis=0) + pad
    width, height = high - low
    figure = Drawing(3.4, 0.8 + 2.8 * height / width)
    axes = figure.plot
    with matplotlib.style.context(STYLE):
        for name, (x, y) in points.items():
            axes.plot(x, y, "o", color=BLUE, markersize=7)
            axes.annotate(name, (x, y), (0, 9), textcoords="offset points", ha="center")
        for name, (to_x, to_y) in moves.items():
            x, y = points[name]
            arrow = {"arrowstyle": "-|>", "color": VERMILLION, "linewidth": 1.6, "shrinkA": 5}
            axes.annotate("", (to_x, to_y), (x, y), arrowprops=arrow)
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
        axes.set(xlabel=x_label, ylabel=y_label, title=title)
        axes.grid(True)
    return figure


def number(value: float, digits: int) -> str:
    """Write a number as figures do: with a minus that is as wide as a plus, and no minus zero."""
    return f"{value:z.{digits}f}".replace("-", "−")


def _sum(terms: Sequence[float], digits: int) -> str:
    """Write a number, or several with their sum."""
    written = [number(term, digits) for term in terms]
    if len(terms) == 1:
        return written[0]
    return " + ".join(written).replace("+ −", "− ") + f" = {number(sum(terms), digits)}"


def _marks(
    samples: Mapping[str, ndarray],
    colours: Sequence[str],
    run: Runs,
    faint: Mapping[str, Sequence[int]] | None = None,
) -> list[Series]:
    faint, named = faint or {}, zip(samples.items(), colours, strict=True)
    return [
        Series(name, colour, np.asarray(values), run_of(run, name), faint.get(name, ()))
        for (name, values), colour in named
    ]


def _labels(name: str, given_labels: Sequence[str] | None, count: int) -> list[str]:
    labels = [str(i) for i in (range(count) if given_labels is None else given_labels)]
    if len(labels) != count:
        raise ValueError(f"{len(labels)} labels for {count} {name}; give one label each")
    return labels


def _series(name: str, values: ndarray, *shape: int) -> ndarray:
    """Check that values are finite and have the shape (seed, *each)."""
    values = np.asarray(values)
    if values.ndim != 1 + len(shape) or values.shape[1:] != shape or len(values) == 0:
        expected = ", ".join(["seed", *map(str, shape)])
        raise ValueError(
            f"{name!r} has shape {values.shape}; give ({expected}) with 1 or more seeds"
        )
    if not np.isfinite(values).all():
        raise ValueError(f"{name!r} holds NaN or infinity; give finite numbers")
    return values
