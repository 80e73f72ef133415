"""The picture of where quoted claims hold: a row for each claim, a column for each setting."""

from itertools import groupby

import matplotlib.style
from multihead.show import figures, palette
from multihead.show.drawing import STYLE, Cells, Drawing
from multihead.show.svg import TEXT, Picture

from book_site.text import setting_words
from book_site.text.chapter_numbers import short_name
from book_site.text.settings_tables import ROW, ClaimInSettings

MARKS = {
    True: {"marker": "o", "color": palette.BLUE, "markersize": 4, "label": "holds"},
    False: {"marker": "x", "color": palette.VERMILLION, "markersize": 5, "label": "does not hold"},
    None: {"marker": "_", "color": TEXT, "markersize": 3, "alpha": 0.5, "label": "not tried"},
}
ROW_HEIGHT = 0.11  # inches


def draw(claims: list[ClaimInSettings]) -> Picture:
    settings = [*claims[0].values]
    names = [*map(setting_words.name, settings)]
    figure = Drawing(4.4, 1.6 + ROW_HEIGHT * len(claims))
    axes = figure.plot
    with matplotlib.style.context(STYLE):
        for holds, style in MARKS.items():
            cells = [
                (column, row)
                for row, claim in enumerate(claims)
                for column, setting in enumerate(settings)
                if claim.holds(setting) is holds
            ]
            axes.plot(*zip(*cells, strict=True) if cells else ([], []), linestyle="", **style)
        axes.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(claims) - 0.5, -0.7))
        axes.set_xticks(range(len(names)), names, rotation=55, ha="left", rotation_mode="anchor")
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        ends, ticks = [], {}
        for chapter, rows in groupby(
            range(len(claims)), lambda row: short_name(claims[row].chapter)
        ):
            of_chapter = [*rows]
            ticks[chapter] = sum(of_chapter) / len(of_chapter)
            ends.append(of_chapter[-1] + 0.5)
        axes.set_yticks([*ticks.values()], [*ticks], va="center")
        axes.set_ylabel("claims, by chapter")
        axes.hlines(ends[:-1], -0.5, len(names) - 0.5, color=TEXT, linewidth=0.5, alpha=0.4)
        figure.legend(loc="outside lower left", ncols=3)
    figure.marks = Cells(
        rows=[*map(str, range(len(claims)))],
        columns=names,
        texts=[[MARKS[claim.holds(name)]["label"] for name in settings] for claim in claims],
        names=("claim", ""),
        links=ROW,
    )
    return figures.show(figure, describe(claims))


def describe(claims: list[ClaimInSettings]) -> str:
    """State what the picture shows: how many of the claims tried in each setting hold there."""
    parts = []
    for name in claims[0].values:
        verdicts = [holds for claim in claims if (holds := claim.holds(name)) is not None]
        if verdicts:
            parts.append(f"{setting_words.name(name)} {sum(verdicts)} of {len(verdicts)}")
    return "Claims that hold in other settings, of those tried: " + ", ".join(parts) + "."
