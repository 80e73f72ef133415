"""The card of a chapter, which is what a shared link to it shows: its finding beside a figure.

`book/cards.toml` names the figures. The finding is what a caption says first, so it is tested as
captions are. A card is drawn again only if something on it has changed.
"""

import hashlib
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from docutils import nodes
from fontTools.ttLib import TTFont
from matplotlib import font_manager
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

from book_site.pages.style import FONTS, LOOK, TOKENS
from book_site.pages.svg_drawing import SvgDrawing

FILE = "book/cards.toml"
FOLDER = "_static/cards"
FIGURE = re.compile(r"Figure (S?\d+\.\d+)\.")
LABEL = re.compile(r'aria-label="([^"]*)"')
WIDTH, HEIGHT = 1200, 630
DPI = 72  # a point is a pixel
MARGIN, COLUMN, GAP = 60, 500, 40
LINE_HEIGHT = 1.25
FINDING_SIZES = range(44, 28, -2)  # the largest that has room is taken
LACKING = "DejaVu Sans"  # has the letters that the site's fonts lack
BOOK = {"family": ["MH Sans", LACKING], "size": 24, "color": "quiet"}
TITLE = {"family": ["MH Display", LACKING], "size": 58, "color": "ink"}
FINDING = {"family": ["MH Serif", LACKING], "math_fontfamily": "stix", "color": "ink"}
SOURCES = [Path(__file__), Path(__file__).with_name("svg_drawing.py")]
DIGEST = "made-from"  # stands in the PNG
COLOURS = 64


@dataclass(frozen=True)
class Card:
    """What a card shows; a formula of the finding stands between dollars, a drawing is an SVG."""

    book: str
    title: str
    finding: str
    drawings: tuple[str, ...]

    def digest(self) -> str:
        looks = [TOKENS, *(source.read_text("utf-8") for source in SOURCES)]
        return hashlib.sha256(repr((self, looks)).encode()).hexdigest()[:16]


def configure(app: Sphinx, config: Config) -> None:
    """Read which figures stand on cards; a book without the file has none."""
    file = Path(app.srcdir) / FILE
    config.card_figures = tomllib.loads(file.read_text("utf-8"))["figures"] if file.exists() else []


def write_card(app: Sphinx, pagename: str, doctree: nodes.document) -> tuple[str, str] | None:
    """Draw the card of a page that has one; return its file, and in words what it shows."""
    for caption in doctree.findall(nodes.paragraph):
        number = FIGURE.match(caption.astext())
        if number and number[1] in app.config.card_figures and "mh-caption" in caption["classes"]:
            break
    else:
        return None
    html = figure_html(doctree, number[1])
    card = Card(
        app.config.project,
        next(doctree.findall(nodes.title)).astext(),
        finding(caption),
        tuple(re.findall(r"<svg.*?</svg>", html, re.DOTALL)),
    )
    if not card.drawings:
        raise ExtensionError(f"{FILE}: Figure {number[1]} is no picture; choose one that is")
    path = Path(app.outdir, FOLDER, f"{Path(pagename).name}.png")
    if not path.exists() or Image.open(path).info.get(DIGEST) != card.digest():
        path.parent.mkdir(parents=True, exist_ok=True)
        save(draw(card), path, card.digest())
    in_words = re.sub(r"\$(.*?)\$", r"\1", card.finding)
    return f"{FOLDER}/{path.name}", f"{in_words} {unescape(LABEL.search(html)[1])}"


def save(figure: Figure, path: Path, digest: str) -> None:
    """Write a card in few colours, which are enough for it, and a third of the bytes."""
    info = PngInfo()
    info.add_text(DIGEST, digest)
    figure.canvas.draw()
    image = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")
    image.quantize(COLOURS).save(path, pnginfo=info, optimize=True)


def figure_html(doctree: nodes.document, number: str) -> str:
    name = "fig-" + number.lower().replace(".", "-")
    target = next(node for node in doctree.findall(nodes.target) if name in node["ids"])
    return "".join(output.astext() for output in target.parent.findall(nodes.raw))


def finding(caption: nodes.paragraph) -> str:
    """Return what a caption says in bold, without the figure's number."""
    bold = caption.next_node(nodes.strong)
    text = "".join(
        f"${part.astext()}$" if isinstance(part, nodes.math) else part.astext().replace("$", r"\$")
        for part in bold.children
    )
    return " ".join(FIGURE.sub("", text).split())


@cache
def unpacked_fonts() -> TemporaryDirectory:
    """Let Matplotlib read the site's fonts, which it can only unpacked, until the process ends."""
    folder = TemporaryDirectory()
    for name in FONTS:
        path = Path(folder.name, f"{name}.ttf")
        font = TTFont(LOOK / "fonts" / f"{name}.woff2")
        font.flavor, font["OS/2"].usWeightClass = None, 400  # else Matplotlib warns of 440
        font.save(path)
        font_manager.fontManager.addfont(path)
    return folder


def colour(name: str) -> str:
    """Return a colour of the light site by its name in `tokens.css`."""
    return re.search(rf"--{name}: light-dark\((#\w+)", TOKENS)[1]


def draw(card: Card) -> Figure:
    """Return the card as a figure, its words at the left and its drawings at the right."""
    unpacked_fonts()
    figure = Figure((WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=colour("paper"))
    FigureCanvasAgg(figure)
    top = write(figure, wrapped(figure, card.book, BOOK), MARGIN)
    top = write(figure, wrapped(figure, card.title, TITLE), top + GAP)
    room = HEIGHT - MARGIN - top - GAP / 2
    for size in FINDING_SIZES:
        lines = wrapped(figure, card.finding, FINDING | {"size": size})
        if len(lines) * size * LINE_HEIGHT <= room:
            break
    else:
        raise ExtensionError(
            f"the card of {card.title!r} has {room:.0f} pixels for what it finds, which needs "
            f"{len(lines)} lines of {size * LINE_HEIGHT:.0f}; shorten the bold sentence of the "
            f"caption, or name another figure in {FILE}"
        )
    write(figure, lines, top + GAP / 2)
    left = MARGIN + COLUMN + GAP
    place_drawings(figure, card.drawings, left, MARGIN, WIDTH - MARGIN - left, HEIGHT - 2 * MARGIN)
    return figure


def wrapped(figure: Figure, words: str, style: dict[str, Any]) -> list[Text]:
    """Cut words into lines of the column; a word that is wider is an error."""
    lines: list[Text] = []
    for word in words.split():
        longer = " ".join([lines[-1].get_text(), word]) if lines else word
        look = style | {"color": colour(style["color"])}
        line = Text(0, 0, longer, figure=figure, transform=figure.transSubfigure, **look)
        if line.get_window_extent().width <= COLUMN:
            lines[-1:] = [line]
            continue
        line.set_text(word)
        if line.get_window_extent().width > COLUMN:
            raise ExtensionError(f"a card has {COLUMN} pixels for a line, too few for {word!r}")
        lines.append(line)
    return lines


def write(figure: Figure, lines: list[Text], top: float) -> float:
    """Write lines below each other; return where the next would begin."""
    for line in lines:
        size = line.get_size()
        line.set_position((MARGIN / WIDTH, 1 - (top + size) / HEIGHT))
        figure.add_artist(line)
        top += size * LINE_HEIGHT
    return top


def place_drawings(
    figure: Figure, svgs: tuple[str, ...], left: float, top: float, width: float, height: float
) -> None:
    """Put drawings into a box, in as many columns as let them be largest."""
    drawings = [SvgDrawing(svg) for svg in svgs]
    cell = np.max([drawing.size for drawing in drawings], axis=0)
    grids = [np.array([n, -(-len(svgs) // n)]) for n in range(1, len(svgs) + 1)]
    grid = max(grids, key=lambda grid: min([width, height] / (grid * cell)))
    pixels = min([width, height] / (grid * cell))
    start = [left, top] + ([width, height] - grid * cell * pixels) / 2
    for i, drawing in enumerate(drawings):
        x, y = start + np.array([i % grid[0], i // grid[0]]) * cell * pixels
        across, down = drawing.size * pixels
        box = (x / WIDTH, 1 - (y + down) / HEIGHT, across / WIDTH, down / HEIGHT)
        drawing.draw(figure.add_axes(box), pixels, colour("ink"), ["MH Sans", LACKING])
