"""The decks of the plans of lessons, from the tables of *Teach with it* and the chapters.

A row of a plan names minutes, sections of chapters, a question to the room and what people get
wrong. It becomes the question, a vote, a talk between neighbours, a second vote, what the sections
have for slides, and the answer. If a section has a prediction, that is the question. The room votes
on the choices of the prediction, or on those that the plan emphasises, of which the right one is
strong.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import dropwhile, pairwise
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book_site.slides.chapter_slides import (
    TAG,
    Slide,
    cell_number,
    cut_into_slides,
    is_slide,
    nodes_of_cells,
)
from book_site.text.predictions import WIDGET

PLANS_PAGE = "book/teach"
LINK_TO_SLIDES = "mh-lecture-slides"
LABEL = "teach-"  # of a section that has a plan
# The chapters that a statement is from, as "(07, 17)".
NUMBERS = re.compile(r" \((\d\d(, )?)+\)")
LETTER = re.compile(r"^[A-Z]\. ")  # of an answer; slides put their own
ASKING = {"Question": 1, "Vote": 1, "Talk": 2, "Vote again": 1}  # minutes, of ten or more


@dataclass
class Row:
    """A row of a plan: the sections to show as pages with places in them."""

    minutes: int
    title: str
    places: list[tuple[str, str]]
    question: list[nodes.Node]
    mistake: list[nodes.Node]


def plans(doctree: nodes.document) -> dict[str, nodes.section]:
    """Return the sections that have a plan, by their labels."""
    return {
        name: section
        for name, section in sections_by_id(doctree).items()
        if name.startswith(LABEL) and any(rows_of(section))
    }


def sections_by_id(doctree: nodes.document) -> dict[str, nodes.section]:
    return {name: section for section in doctree.findall(nodes.section) for name in section["ids"]}


def rows_of(section: nodes.section) -> Iterator[Row]:
    """Give the rows of a plan: its own, or those of the plan it links to, from a place on."""
    tables = [node for node in section if isinstance(node, nodes.table)]
    if tables:
        body = tables[0].next_node(nodes.tbody)
        yield from map(row_of, body)
        return
    links = [
        link["refuri"].rpartition("#")[::2] if "refuri" in link else ("", link.get("refid", ""))
        for paragraph in section
        if isinstance(paragraph, nodes.paragraph)
        for link in paragraph.findall(nodes.reference)
    ]
    sections = sections_by_id(section.document)
    for (_, name), first in pairwise(links):
        if name in sections:
            other = rows_of(sections[name])
            yield from dropwhile(partial(lacks, place_of(first)), other)


def lacks(place: tuple[str, str], row: Row) -> bool:
    return place not in row.places


def row_of(row: nodes.row) -> Row:
    minutes, shown, question, mistake = row
    links = list(shown.findall(nodes.reference))
    return Row(
        minutes=int(minutes.astext()),
        title=links[0].astext(),
        places=[place_of(link["refuri"].partition("#")[::2]) for link in links],
        question=question.children,
        mistake=mistake.children,
    )


def place_of(link: tuple[str, str]) -> tuple[str, str]:
    page, place = link
    return Path(page).stem, place


def lecture_slides(app: Sphinx, section: nodes.section) -> list[Slide]:
    """Return the slides of a plan."""
    heading = section.next_node(nodes.title)
    paragraphs = [
        node
        for node in section
        if isinstance(node, nodes.paragraph) and LINK_TO_SLIDES not in node["classes"]
    ]
    rows = list(rows_of(section))
    items = [
        nodes.list_item("", nodes.paragraph("", f"{row.minutes} minutes: {row.title}"))
        for row in rows
    ]
    asked = [node for node in paragraphs[:1] if isinstance(node[0], nodes.emphasis)]
    question = [nodes.paragraph("", node[0].astext()) for node in asked]
    first = Slide("words", heading, [*question, nodes.bullet_list("", *items)])
    first.spoken_after = paragraphs[:2]
    last = Slide("words", heading, [node for node in paragraphs if starts_with(node, "After")])
    last.spoken_after = [node for node in paragraphs if starts_with(node, "The report")]
    return [first, *(slide for row in rows for slide in row_slides(app, row)), last]


def starts_with(paragraph: nodes.paragraph, word: str) -> bool:
    return paragraph.astext().startswith(word)


def row_slides(app: Sphinx, row: Row) -> list[Slide]:
    """Return the slides of a row, with their stages and seconds."""
    slides = [slide for place in row.places for slide in place_slides(app, row, place)]
    kinds = [slide.kind for slide in slides]
    if "question" in kinds:
        asked = kinds.index("question")
        before, (question, answer, *after) = slides[:asked], slides[asked:]
        after = [slide for slide in after if slide.kind not in {"question", "answer"}]
        if "number" in question.guess:
            said = question.guess["near"]
            question, answer = (replace(s, guess=choices(row, said)) for s in (question, answer))
    else:
        before, guess = [], choices(row)
        question = Slide("question", slides[0].heading, unmarked(row.question), guess)
        words = [slide for slide in slides if slide.kind == "words"][-1:]
        answer = Slide("answer", slides[-1].heading, [], guess)
        for slide in words:
            answer = replace(slide, kind="answer", guess=guess)
        after = [slide for slide in slides if slide not in words]
    part = 60 if row.minutes >= 10 else 30
    asking = [replace(question, stage=stage, seconds=n * part) for stage, n in ASKING.items()]
    before = [replace(slide, stage="Set up") for slide in before]
    after = [replace(slide, stage="Look") for slide in after]
    answering = replace(answer, stage="Answer")
    for slide in (*asking, answering):
        slide.mistake = row.mistake
    share_time(
        row.minutes * 60 - sum(slide.seconds for slide in asking), *before, *after, answering
    )
    return [*before, *asking, *after, answering]


def choices(row: Row, said: str = "") -> dict:
    """Return what the room votes on, by the plan, and what is said to the right answer."""
    marked = [
        node
        for part in row.question
        for node in part.findall(lambda node: isinstance(node, nodes.emphasis | nodes.strong))
    ]
    right = [node.astext() for node in marked if isinstance(node, nodes.strong)]
    if len(marked) < 2 or len(right) != 1:
        raise ExtensionError(
            f"{PLANS_PAGE}: the room cannot vote on “{row.title}”, which has no choices; emphasise "
            f"two or more of them in its question, and make the right one strong ({len(marked)} "
            f"marked, {len(right)} strong)"
        )
    lines = [(node.astext(), said if [node.astext()] == right else "") for node in marked]
    return {"choices": lines, "right": right[0]}


def unmarked(question: list[nodes.Node]) -> list[nodes.Node]:
    """Return a plan's question without the marks that tell which answer is right."""
    copies = [part.deepcopy() for part in question]
    for part in copies:
        for node in list(part.findall(nodes.TextElement)):
            if isinstance(node, nodes.emphasis | nodes.strong):
                node.parent.replace(node, node.children)
    return copies


def share_time(seconds: int, *slides: Slide) -> None:
    """Give slides the same number of half minutes, and the last what is left."""
    for slide in slides:
        slide.seconds = seconds // len(slides) // 30 * 30
    slides[-1].seconds = seconds - sum(slide.seconds for slide in slides[:-1])


def place_slides(app: Sphinx, row: Row, place: tuple[str, str]) -> list[Slide]:
    """Return the slides of a section, with a picture and a prediction if it has any."""
    page, name = place
    docname = f"book/{page}"
    doctree = app.env.get_and_resolve_doctree(docname, app.builder)
    cells = json.loads(Path(app.env.doc2path(docname)).read_text("utf-8"))["cells"]
    sections = [part for part in doctree.findall(nodes.section) if name in part["ids"]]
    if name and not sections:
        raise ExtensionError(f"{PLANS_PAGE}: {page} has no section {name}; see its headings")
    section = sections[0] if name else doctree.next_node(nodes.section)
    in_section = [(i, node) for part, i, node in nodes_of_cells(doctree) if part is section]
    for is_wanted in (has_prediction, is_picture):
        wanted = [i for i, node in in_section if is_wanted(cells[i], node)]
        if wanted and not any(is_slide(cells[i]) for i in wanted):
            cells[wanted[0]]["metadata"].setdefault("tags", []).append(TAG)
    slides = [slide for slide in cut_into_slides(doctree, cells) if slide.heading.parent is section]
    return [slide for slide in slides if slide.kind != "title"] or listed_slides(section, row)


def has_prediction(cell: dict, _node: nodes.Node) -> bool:
    return "predict" in cell["metadata"]


def is_picture(cell: dict, node: nodes.Node) -> bool:
    """Say whether a folded cell shows a picture whose labels can be large, or a widget."""
    is_folded = "hide-input" in cell["metadata"].get("tags", ())
    return is_folded and (node.astext().count("<svg ") in {1, 2} or WIDGET in node.astext())


def listed_slides(section: nodes.section, row: Row) -> list[Slide]:
    """Return what a section without slides lists, as a question, and its verdicts, as an answer."""
    heading, listed = section.next_node(nodes.title), verdicts(section)
    statements = {"choices": [(text, "") for text, _ in listed]}
    said = [nodes.paragraph("", f"{text} ", nodes.strong("", verdict)) for text, verdict in listed]
    items = [nodes.list_item("", part) for part in said]
    question = Slide("question", heading, row.question, statements)
    return [question, Slide("answer", heading, [nodes.enumerated_list("", *items)])]


def verdicts(section: nodes.section) -> list[tuple[str, str]]:
    """Return each statement of a section with the first words that are emphasised after it.

    A statement is what is strong at the start of a paragraph, or the first cell of a row.
    """
    pairs = [
        (statement, paragraph)
        for paragraph in section.findall(nodes.paragraph)
        if cell_number(paragraph) is not None
        and (statement := paragraph.next_node(nodes.strong))
        and paragraph.astext().startswith(statement.astext())
    ]
    pairs += [tuple(row) for body in section.findall(nodes.tbody) for row in body]
    return [
        (
            LETTER.sub("", NUMBERS.sub("", statement.astext())),
            f"{verdict.next_node(nodes.emphasis).astext().rstrip('.').capitalize()}.",
        )
        for statement, verdict in pairs
        if verdict.next_node(nodes.emphasis)
    ]
