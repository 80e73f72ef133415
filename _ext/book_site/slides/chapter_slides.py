"""Cut a chapter into slides: each cell with the tag `slide` is one, in the order of the page.

A code cell shows its picture, widget or text, with its caption, and its code unless
that is folded. A cell of words shows its words. A prediction is two slides: the question with its
choices, and the answer. What the chapter says between two slides is for the speaker.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from docutils import nodes
from sphinx.errors import ExtensionError

from book_site.building.place import LINES_OF_A_CELL, of_node
from book_site.text import figure_layout
from book_site.text.predictions import WIDGET, is_prediction

TAG = "slide"
# A place to link to stands before the heading of its section, in the section before.
NOT_TOLD = (nodes.title, nodes.target, nodes.comment, nodes.raw)


@dataclass
class Slide:
    """What a slide shows, and what stands after it in the chapter, up to the next one."""

    kind: str  # title, words, picture, widget, code, question or answer
    heading: nodes.title
    shown: list[nodes.Node]
    guess: dict = field(default_factory=dict)  # of a prediction, see `text/guesses.py`
    caption: nodes.paragraph | None = None
    before: list[nodes.Node] = field(default_factory=list)  # of its section, on no slide
    said: list[nodes.Node] = field(default_factory=list)


def cut(doctree: nodes.document, cells: Sequence[dict]) -> list[Slide]:
    """Return the slides of a chapter, none if no cell has the tag."""
    if not any(is_slide(cell) for cell in cells):
        return []
    slides = [title_slide(doctree)]
    before: dict[nodes.section, list[nodes.Node]] = defaultdict(list)
    for (section, index), group in groupby(blocks(doctree), key=lambda block: block[:2]):
        rest = [node for _, _, node in group if node not in slides[0].shown]
        found = [node for node in rest if not is_own_caption(node, slides[-1])]
        last = slides[-1].heading.parent
        if is_slide(cells[index]):
            made = slides_of(cells[index], section.next_node(nodes.title), found)
            made[0].before = before.pop(section, [])
            slides += made
        elif last is section:
            slides[-1].said += spoken(found)
        else:
            before[section] += spoken(found)
    return slides


def is_slide(cell: dict) -> bool:
    return TAG in cell["metadata"].get("tags", ())


def blocks(section: nodes.Element) -> Iterator[tuple[nodes.section, int, nodes.Node]]:
    """Yield what the cells put into the sections of a page: section, number of the cell, node."""
    for node in figure_layout.pictures_first(section):
        if isinstance(node, nodes.section):
            yield from blocks(node)
        elif isinstance(section, nodes.section) and not isinstance(node, NOT_TOLD):
            index = cell_of(node)
            if index is not None:
                yield section, index, node


def cell_of(node: nodes.Node) -> int | None:
    """Return the number of the cell that a node comes from; none for what our passes put in."""
    if "cell_index" in getattr(node, "attributes", ()):
        return node["cell_index"]
    line = next((part.line for part in node.findall() if part.line), 0)
    return line // LINES_OF_A_CELL - 1 if line >= LINES_OF_A_CELL else None


def title_slide(doctree: nodes.document) -> Slide:
    chapter = doctree.next_node(nodes.section)
    own = [node for node in chapter if isinstance(node, nodes.paragraph) and cell_of(node) == 0]
    return Slide("title", chapter.next_node(nodes.title), own[:1])


def is_own_caption(node: nodes.Node, slide: Slide) -> bool:
    """Take the caption of a slide's picture; say whether it was one."""
    if (
        slide.kind not in {"picture", "widget"}
        or figure_layout.picture_of(node) is not slide.shown[0]
    ):
        return False
    slide.caption = node
    return True


def slides_of(cell: dict, heading: nodes.title, found: list[nodes.Node]) -> list[Slide]:
    """Return the slide of a cell, or the two of a prediction."""
    if cell["cell_type"] == "code":
        return [Slide(kind_of(found[0]), heading, found)]
    if any(map(is_prediction, found)):
        guess = cell["metadata"].get("predict")
        if guess is None:
            raise ExtensionError(
                f"{of_node(heading.document.settings.env.srcdir, found[0])}: this prediction is a "
                "slide, and says nothing that can be guessed; put it into its metadata, under "
                "predict"
            )
        question = Slide("question", heading, found, guess)
        return [question, Slide("answer", heading, [], guess)]
    return [Slide("words", heading, found)]


def kind_of(cell: nodes.container) -> str:
    """Say what a code cell is on a slide: a widget, a picture, or code with what it prints."""
    if WIDGET in cell.astext():
        return "widget"
    is_folded = "hide-input" in cell["cell_metadata"]["tags"]
    return "picture" if is_folded else "code"


def spoken(found: list[nodes.Node]) -> list[nodes.Node]:
    """Return what can be said aloud: no code, and not what it shows."""
    return [node for node in found if not isinstance(node, nodes.container)]
