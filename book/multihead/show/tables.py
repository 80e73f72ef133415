"""HTML tables. On a narrow screen rows become blocks, each cell after its column's name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import escape

STYLE = (
    "<style>.mh-rows{width:100%;border-collapse:collapse}"
    # Jupyter aligns text right and the theme colours rows; only a longer selector overrides them.
    ".mh-rows.mh-rows.mh-rows :is(th,td){text-align:start;vertical-align:top;padding:.3rem .5rem;"
    "border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}"
    ".mh-rows th a{font-weight:normal}"
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
        named_cells = zip(columns, map(escape, self.cells), strict=True)
        cells = "".join(f'<td data-name="{name}: ">{text}</td>' for name, text in named_cells)
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
