"""Figures as inline SVG: real text, in the colour and font of the page around it."""

import hashlib
import html
import io
import re
from collections.abc import Sequence

import matplotlib.style
from matplotlib.figure import Figure

from multihead.show.drawing import STYLE, data_drawn

TEXT = "#010203"  # placeholder for the page's text colour, see paper.mplstyle
QUOTE = "'"
SVG = "http://www.w3.org/2000/svg"

# In dark mode the theme puts a light card behind every HTML output; a figure needs none.
NO_CARD = (
    "<style>.bd-content div.cell_output .text_html:has(>.mh-figure)"
    "{background:none!important;color:inherit!important;padding:0!important}</style>"
)


class Picture:
    """Figures as inline SVG with a text alternative; Jupyter and the website show its HTML."""

    def __init__(self, markup: str):
        self.markup = markup

    def _repr_html_(self) -> str:
        return self.markup


def picture(figures: Sequence[Figure], alt: str) -> Picture:
    """Put figures side by side, or below each other on a narrow page, with one alt text."""
    label = html.escape(alt, quote=True)
    drawings = [_svg(figure, f"{i}{alt}") for i, figure in enumerate(figures)]
    drawn = data_drawn(figures)  # after they were saved: only then their axes have a place
    note = f" data-drawn='{html.escape(drawn, quote=False).replace(QUOTE, '&#39;')}'" * bool(drawn)
    if len(drawings) == 1:
        labelled = drawings[0].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
        return Picture(f'<div class="mh-figure"{note}>{labelled}</div>{NO_CARD}')
    hidden = "".join(d.replace("<svg ", '<svg aria-hidden="true" ', 1) for d in drawings)
    layout = "display:flex;flex-wrap:wrap;gap:0.5rem 1rem;align-items:flex-start"
    return Picture(
        f'<div class="mh-figure" role="img" aria-label="{label}" style="{layout}"{note}>'
        f"{hidden}</div>{NO_CARD}"
    )


def _svg(figure: Figure, salt: str) -> str:
    """Write a figure as SVG that does not clash with others on the same page."""
    file = io.StringIO()
    with matplotlib.style.context(STYLE):
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(file, format="svg", metadata=no_metadata)
    svg = file.getvalue()
    # A <style> would affect the whole page, and links no longer need the prefix xlink.
    svg = re.sub(r"<style.*?</style>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href").replace(TEXT, "currentColor")
    svg = re.sub(r"font-family: [^;\"]*", "font-family: inherit", svg)
    view = re.findall(r'viewBox="[^"]*"', svg)[0]
    width = 96 * figure.get_figwidth()
    # Next to others, a figure may shrink to 320 pixels before it moves to the next line.
    size = f"flex:1 1 {min(width, 320):.0f}px;width:{width:.0f}px;max-width:min({width:.0f}px,100%)"
    style = f"{size};height:auto;stroke-linejoin:round;stroke-linecap:butt"
    svg = re.sub(r"<svg [^>]*>", f'<svg xmlns="{SVG}" {view} style="{style}">', svg, count=1)
    id_prefix = hashlib.sha256((salt + svg).encode()).hexdigest()[:8]
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>f{id_prefix}-", svg)
