"""What a reader sees of a result: figures, diagrams, tables, and numbers in words.

It may import `heads`, `train`, `attention` and what stands below them; nothing here trains.
"""

from multihead.show import diagrams, figures, summaries
from multihead.show.arcs import two_sentences
from multihead.show.cast import cast_figure
from multihead.show.figures import curves, heatmap, intervals, plane, show
from multihead.show.printing import print_matrices
from multihead.show.starts import starts_figure, starts_table
from multihead.show.summaries import SPREAD, difference, interval_of_median, spread

__all__ = [
    "SPREAD",
    "cast_figure",
    "curves",
    "diagrams",
    "difference",
    "figures",
    "heatmap",
    "interval_of_median",
    "intervals",
    "plane",
    "print_matrices",
    "show",
    "spread",
    "starts_figure",
    "starts_table",
    "summaries",
    "two_sentences",
]
