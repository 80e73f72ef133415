"""A figure of names: which part each head of each seed plays."""

from collections.abc import Mapping, Sequence

import matplotlib.style
import numpy as np
from matplotlib.patches import Rectangle
from numpy import ndarray

from multihead.show.drawing import STYLE, Cells, Drawing
from multihead.show.figures import OPAQUE
from multihead.show.palette import HEAD_COLOURS, YELLOW

# A letter stands on each, so none has to be told by colour.
NO_NAME = "none of these"
CAST_COLOURS = (*HEAD_COLOURS, YELLOW)


def cast_figure(
    names: Sequence[Sequence[str | None]] | ndarray,
    letters: Mapping[str, str],
    *,
    columns: Sequence[str],
    column_name: str = "head",
    title: str = "",
    heads: ndarray | None = None,
    run: str = "",
) -> Drawing:
    """Draw a cell for each head (column) of each seed (row), with the letter of its name.

    Parameters
    ----------
    names
        By seed and head; a head without a name has an empty cell.
    letters
        By name, in the order of the legend.
    columns
        What stands above the heads.
    column_name
        What a column is: ``"layer"``, if the heads of each layer were sorted.
    heads
        By seed and place: which head stands there, if they were sorted; by default the columns.
    run
        A name for the trainings; see :func:`multihead.show.curves`.

    Raises
    ------
    ValueError
        If there are more names than colours, one has no letter, or the columns are not as many as
        the heads.
    """
    table = np.array(names, dtype=object)
    if table.ndim != 2 or table.shape[1] != len(columns):
        raise ValueError(f"names of shape {table.shape}, {len(columns)} columns; give (seed, head)")
    without_letter = {name for name in table.flat if name is not None} - letters.keys()
    if without_letter or len(letters) > len(CAST_COLOURS):
        raise ValueError(
            f"letters for {[*letters]}; give one to {sorted(without_letter)} too"
            if without_letter
            else f"{len(letters)} names; there are {len(CAST_COLOURS)} colours, so name fewer"
        )
    n_seeds, n_heads = table.shape
    colours = dict(zip(letters, CAST_COLOURS, strict=False))
    with matplotlib.style.context(STYLE):
        figure = Drawing(0.6 + 0.3 * n_heads, 1.0 + 0.2 * n_seeds)
        axes = figure.plot
        for (row, column), name in np.ndenumerate(table):
            if name is not None:
                place = (column - 0.5, row - 0.5)
                axes.add_patch(Rectangle(place, 1, 1, color=colours[name], alpha=OPAQUE, lw=0))
                axes.text(column, row, letters[name], ha="center", va="center")
        axes.set(xlim=(-0.5, n_heads - 0.5), ylim=(n_seeds - 0.5, -0.5), title=title, ylabel="seed")
        axes.set_xticks(range(n_heads), columns)
        axes.set_yticks(range(0, n_seeds, 5))
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
    texts = [[name or NO_NAME for name in row] for row in table]
    if heads is not None:
        said = zip(np.asarray(heads).tolist(), texts, strict=True)
        texts = [[f"head {h}, {t}" for h, t in zip(*row, strict=True)] for row in said]
    seeds = [*map(str, range(n_seeds))]
    figure.marks = Cells(seeds, columns, texts, ("seed", column_name), run=run)
    return figure
