"""HTML tables. On a narrow screen rows become blocks, each cell after its column's name."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from markupsafe import escape

from multihead.pairs import Pair
from multihead.svg import NO_CARD, Picture

ONE_LINE = str.maketrans({" ": "\N{NO-BREAK SPACE}", "–": "\N{WORD JOINER}–\N{WORD JOINER}"})
STYLE = (
    "<style>.mh-rows{width:100%;border-collapse:collapse}"
    # Jupyter aligns text right and the theme colours rows; only a longer selector overrides them.
    ".mh-rows.mh-rows.mh-rows :is(th,td){text-align:start;vertical-align:top;padding:.3rem .5rem;"
    "border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}"
    ".mh-rows th a{font-weight:normal}.mh-rows :target{outline:2px solid currentColor}"
    "@media(max-width:768px){"
    ".mh-rows.mh-rows.mh-rows :is(tr,th,td){display:block;border:0;padding:.1rem 0}"
    ".mh-rows td::before{content:attr(data-name)}"
    ".mh-rows thead{position:absolute;clip-path:inset(50%)}"
    ".mh-rows.mh-rows.mh-rows tbody tr{padding:.5rem 0;border-bottom:1px solid}}</style>"
)


@dataclass
class Row:
    """A row: its name, which may be a link, and the texts or Markup of the other columns."""

    name: str
    cells: Sequence[str]
    link: str = ""
    id: str = ""

    def markup(self, columns: Sequence[str]) -> str:
        named = zip(columns, map(escape, self.cells), strict=True)
        cells = "".join(f'<td data-name="{name}: ">{text}</td>' for name, text in named)
        name = escape(self.name)
        head = f'<a href="{self.link}">{name}</a>' if self.link else name
        row_id = f' id="{self.id}"' if self.id else ""
        return f'<tr{row_id}><th scope="row">{head}</th>{cells}</tr>'


def markup(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Write a table as HTML; the first column names the rows."""
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    body = "".join(row.markup(columns[1:]) for row in rows)
    parts = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<table class="mh-rows">{parts}</table>{STYLE}'


def starts_table(found: Mapping[str, Pair], reasons: Mapping[str, str]) -> Picture:
    """Show for each start in how many seeds two heads parted, their score, and why.

    Parameters
    ----------
    found
        By name of a start: what became of the heads.
    reasons
        By the same names: the reason for it.

    Raises
    ------
    ValueError
        If the names differ.
    """
    odd = found.keys() ^ reasons.keys()
    if odd:
        raise ValueError(f"only one of found and reasons has {sorted(odd)}; use the same names")
    rows = []
    for name, pair in found.items():
        low, median, high = np.percentile(pair.r2, [5, 50, 95]).round(3) + 0.0  # no "-0.000"
        what = ", patterns equal" if pair.weights_apart.any() else ", equal"
        bits = "" if pair.patterns_apart.any() else f"{what} to the last bit"
        scores = f"{median:.3f} ({low:.3f}–{high:.3f})"
        rows.append(Row(name, (pair.count() + bits, scores.translate(ONE_LINE), reasons[name])))
    columns = ("start", "parted?", "R², median (5–95 %)", "why")
    return Picture(f'<div class="mh-figure">{markup(columns, rows)}</div>{NO_CARD}')
