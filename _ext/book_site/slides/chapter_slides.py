"""Cut a chapter into slides: each cell with the tag `slide` is one, in the order of the page.

With the tag `slide-with-question`, a cell stands above the question of the next prediction.
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

from book_site.building.source_location import LINES_OF_A_CELL, of_node
from book_site.text import figure_layout
from book_site.text.predictions import WIDGET, is_prediction

TAG = "slide"
WITH_QUESTION = "slide-with-question"
# A place to link to stands before the heading of its section, in the section before.
NO_CONTENT = (nodes.title, nodes.target, nodes.comment, nodes.raw)


@dataclass
class Slide:
    """What a slide shows, and what stands after it in the chapter, up to the next one."""

    kind: str  # title, words, picture, widget, code, question or answer
    heading: nodes.title
    content: list[nodes.Node]
    guess: dict = field(default_factory=dict)  # of a prediction, see `text/guess_forms.py`
    above_question: list[nodes.Node] = field(default_factory=list)
    caption: nodes.paragraph | None = None
    spoken_before: list[nodes.Node] = field(default_factory=list)  # of its section, on no slide
    spoken_after: list[nodes.Node] = field(default_factory=list)
    stage: str = ""  # in a lecture: question, vote, talk, vote again, look or answer
    seconds: int = 0
    mistake: list[nodes.Node] = field(default_factory=list)  # what people get wrong, by the plan

    @property
    def sections(self) -> list[str]:
        """The sections of the chapter that it is in, by their headings."""
        section, names = self.heading.parent, []
        while isinstance(section.parent, nodes.section):
            names.append(nodes.make_id(section.next_node(nodes.title).astext()))
            section = section.parent
        return names


def cut_into_slides(doctree: nodes.document, cells: Sequence[dict]) -> list[Slide]:
    """Return the slides of a chapter, none if no cell has the tag."""
    if not any(is_slide(cell) for cell in cells):
        return []
    slides = [title_slide(doctree)]
    spoken_before: dict[nodes.section, list[nodes.Node]] = defaultdict(list)
    above_question: list[nodes.Node] = []
    for (section, index), group in groupby(nodes_of_cells(doctree), key=lambda entry: entry[:2]):
        cell_nodes = [node for _, _, node in group if node not in slides[0].content]
        cell_nodes = [node for node in cell_nodes if not take_caption(node, slides[-1])]
        last_section = slides[-1].heading.parent
        if is_slide(cells[index]):
            new_slides = slides_of_cell(cells[index], section.next_node(nodes.title), cell_nodes)
            new_slides[0].spoken_before = spoken_before.pop(section, [])
            if new_slides[0].kind == "question":
                new_slides[0].above_question, above_question = above_question, []
            slides += new_slides
        elif WITH_QUESTION in cells[index]["metadata"].get("tags", ()):
            above_question += shown_nodes(cell_nodes)
        elif last_section is section:
            slides[-1].spoken_after += spoken_nodes(cell_nodes)
        else:
            spoken_before[section] += spoken_nodes(cell_nodes)
    return slides


def is_slide(cell: dict) -> bool:
    return TAG in cell["metadata"].get("tags", ())


def nodes_of_cells(section: nodes.Element) -> Iterator[tuple[nodes.section, int, nodes.Node]]:
    """Yield what the cells put into the sections of a page: section, number of the cell, node."""
    for node in figure_layout.pictures_first(section):
        if isinstance(node, nodes.section):
            yield from nodes_of_cells(node)
        elif isinstance(section, nodes.section) and not isinstance(node, NO_CONTENT):
            index = cell_number(node)
            if index is not None:
                yield section, index, node


def cell_number(node: nodes.Node) -> int | None:
    """Return the number of the cell that a node comes from; none for what our passes put in."""
    if "cell_index" in getattr(node, "attributes", ()):
        return node["cell_index"]
    line = next((part.line for part in node.findall() if part.line), 0)
    return line // LINES_OF_A_CELL - 1 if line >= LINES_OF_A_CELL else None


def title_slide(doctree: nodes.document) -> Slide:
    chapter = doctree.next_node(nodes.section)
    paragraphs = [node for node in chapter if isinstance(node, nodes.paragraph)]
    paragraphs = [paragraph for paragraph in paragraphs if cell_number(paragraph) == 0]
    return Slide("title", chapter.next_node(nodes.title), paragraphs[:1])


def take_caption(node: nodes.Node, slide: Slide) -> bool:
    """Take the caption of a slide's picture; say whether it was one."""
    if (
        slide.kind not in {"picture", "widget"}
        or figure_layout.picture_of(node) is not slide.content[0]
    ):
        return False
    slide.caption = node
    return True


def slides_of_cell(cell: dict, heading: nodes.title, content: list[nodes.Node]) -> list[Slide]:
    """Return the slide of a cell, or the two of a prediction."""
    if cell["cell_type"] == "code":
        return [Slide(slide_kind(content[0]), heading, content)]
    if any(map(is_prediction, content)):
        guess = cell["metadata"].get("predict")
        if guess is None:
            raise ExtensionError(
                f"{of_node(heading.document.settings.env.srcdir, content[0])}: this prediction is "
                "a slide, and says nothing that can be guessed; put it into its metadata, under "
                "predict"
            )
        question = Slide("question", heading, content, guess)
        return [question, Slide("answer", heading, [], guess)]
    return [Slide("words", heading, content)]


def slide_kind(cell: nodes.container) -> str:
    """Say what a code cell is on a slide: a widget, a picture, or code with what it prints."""
    if WIDGET in cell.astext():
        return "widget"
    is_folded = "hide-input" in cell["cell_metadata"]["tags"]
    return "picture" if is_folded else "code"


def shown_nodes(cell_nodes: list[nodes.Node]) -> list[nodes.Node]:
    """Return what a cell shows without its code."""
    return [
        part
        for node in cell_nodes
        for part in (node if isinstance(node, nodes.container) else [node])
        if "cell_output" in part["classes"] or node is part
    ]


def spoken_nodes(cell_nodes: list[nodes.Node]) -> list[nodes.Node]:
    """Return what can be said aloud: no code, and not what it shows."""
    return [node for node in cell_nodes if not isinstance(node, nodes.container)]
