"""Figures as inline SVG: real text, in the colour and font of the page around it."""

import hashlib
import html
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import matplotlib.style
from matplotlib.figure import Figure

STYLE = Path(__file__).with_name("paper.mplstyle")
TEXT = "#010203"  # placeholder for the page's text colour, see paper.mplstyle
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


def over_seeds(figure: Figure, counts: Iterable[int], spread: tuple[int, int, int]) -> None:
    """Note on a figure that its marks are medians and its bands the percentiles around them.

    The page carries the note, and a test compares the caption with it.
    """
    low, _, high = spread
    note = {"centre": "median", "middle": high - low, "seeds": sorted({*counts})}
    figure.set_label(json.dumps(note))


def picture(figures: Sequence[Figure], alt: str) -> Picture:
    """Put figures side by side, or below each other on a narrow page, with one alt text."""
    label = html.escape(alt, quote=True)
    drawings = [_svg(figure, f"{i}{alt}") for i, figure in enumerate(figures)]
    notes = [str(figure.get_label()) for figure in figures if figure.get_label()]
    data_drawn = f" data-drawn='[{', '.join(notes)}]'" if notes else ""
    if len(drawings) == 1:
        labelled = drawings[0].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
        return Picture(f'<div class="mh-figure"{data_drawn}>{labelled}</div>{NO_CARD}')
    hidden = "".join(d.replace("<svg ", '<svg aria-hidden="true" ', 1) for d in drawings)
    layout = "display:flex;flex-wrap:wrap;gap:0.5rem 1rem;align-items:flex-start"
    return Picture(
        f'<div class="mh-figure" role="img" aria-label="{label}" style="{layout}"{data_drawn}>'
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
