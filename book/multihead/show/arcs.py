"""A sentence with an arc above it for every relation."""

from collections.abc import Sequence

import matplotlib.style
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from multihead.show.drawing import STYLE
from multihead.show.palette import BLUE

LETTER = 0.075  # inches
GAP = 0.14


def two_sentences() -> list[Figure]:
    """Draw the telescope's sentence and that of the tired animal, with their relations."""
    telescope = "the man saw the astronomer with the telescope"
    animal = "the animal crossed the street because it was tired"
    return [
        arcs(telescope.split(), [(0, 1), (2, 1), (2, 4), (3, 4), (5, 7), (6, 7), (7, 2)]),
        arcs(animal.split(), [(0, 1), (2, 1), (2, 4), (3, 4), (6, 1)]),
    ]


def arcs(words: Sequence[str], links: Sequence[tuple[int, int]], title: str = "") -> Figure:
    """Write the words in a line, and draw an arrow from the first word of each link to the second.

    Parameters
    ----------
    words
        The sentence.
    links
        Pairs of positions: from which word, to which word.

    Raises
    ------
    ValueError
        If a link leaves the sentence, or leads from a word to itself.
    """
    for start, end in links:
        if not (0 <= start < len(words) and 0 <= end < len(words)) or start == end:
            raise ValueError(
                f"the link {(start, end)} does not join two of {len(words)} words; "
                f"use two different positions from 0 to {len(words) - 1}"
            )
    middles, width = [], 0.0
    for word in words:
        size = LETTER * len(word)
        middles.append(width + size / 2)
        width += size + GAP
    reach = max((abs(middles[a] - middles[b]) for a, b in links), default=0)
    height = 0.45 + 0.32 * reach
    with matplotlib.style.context(STYLE):
        figure = Figure(figsize=(width, height + 0.2))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(-GAP, width), ylim=(-0.2, height))
        axes.axis("off")
        axes.set_title(title, y=0.9)
        for middle, word in zip(middles, words, strict=True):
            axes.text(middle, 0, word, ha="center", va="center")
        for start, end in links:
            turn = 0.6 if start > end else -0.6
            axes.add_patch(
                FancyArrowPatch(
                    (middles[start], 0.12),
                    (middles[end], 0.12),
                    connectionstyle=f"arc3,rad={turn}",
                    arrowstyle="-|>",
                    mutation_scale=8,
                    color=BLUE,
                )
            )
    return figure
