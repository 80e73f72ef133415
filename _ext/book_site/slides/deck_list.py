"""The list of all decks, each with its number of slides; ``{decks}`` shows it."""

import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from book_site.slides.chapter_slides import cut_into_slides, is_slide
from book_site.slides.decks import FOLDER
from book_site.slides.lectures import LINK_TO_SLIDES

HEADING = re.compile(r"^##+ .*$", re.MULTILINE)
LABEL = re.compile(r"^\([\w-]+\)=$", re.MULTILINE)


class Decks(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        items = []
        for notebook in sorted(Path(env.srcdir, "book").glob("*.ipynb")):
            env.note_dependency(str(notebook))
            cells = json.loads(notebook.read_text("utf-8"))["cells"]
            if slides := count_slides(cells):
                items.append(deck_item(notebook.stem, chapter_title(cells), slides))
        return [nodes.bullet_list("", *items)]


def count_slides(cells: list[dict]) -> int:
    """Count the slides that a chapter is cut into: a prediction is two, its title one."""
    slides_by_cell = [
        count_parts(cell) + ("predict" in cell["metadata"]) for cell in cells if is_slide(cell)
    ]
    return sum(slides_by_cell) + bool(slides_by_cell)


def count_parts(cell: dict) -> int:
    """Count the sections that a cell has a part in: each gives a slide of its own."""
    if cell["cell_type"] == "code":
        return 1
    before, *sections = HEADING.split("".join(cell["source"]))
    return len(sections) + bool(LABEL.sub("", before).strip())


def chapter_title(cells: list[dict]) -> str:
    return "".join(cells[0]["source"]).splitlines()[0].removeprefix("# ")


def deck_item(name: str, title: str, slides: int) -> nodes.list_item:
    link = nodes.reference("", title, refuri=f"../{FOLDER}/{name}.html")
    paragraph = nodes.paragraph("", "", link, nodes.Text(f", {slides} slides"))
    return nodes.list_item("", paragraph, deck=name)


def add_sections(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fold below each deck the links to its sections, once all chapters are read."""
    for item in doctree.findall(nodes.list_item):
        if "deck" in item.attributes:
            item += section_links(app.env, item["deck"])


def section_links(env: BuildEnvironment, name: str) -> list[nodes.Node]:
    """Return a link to each section that has slides of its own."""
    chapter = f"book/{name}"
    cells = json.loads(Path(env.doc2path(chapter)).read_text("utf-8"))["cells"]
    slides = cut_into_slides(env.get_doctree(chapter), cells)
    titles = {slide.sections[0]: slide.heading.astext() for slide in slides if slide.sections}
    entries = [
        nodes.paragraph(
            "", "", nodes.reference("", title, refuri=f"../{FOLDER}/{name}.html?section={section}")
        )
        for section, title in titles.items()
    ]
    return [
        nodes.raw("", "<details><summary>By section</summary>", format="html"),
        nodes.bullet_list("", *(nodes.list_item("", entry) for entry in entries)),
        nodes.raw("", "</details>", format="html"),
    ]


class LectureSlides(Directive):
    """Link to the slides of a plan, whose label is the argument."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        deck = f"../{FOLDER}/{self.arguments[0]}.html"
        link = nodes.reference("", "The slides of this lecture", refuri=deck)
        text = nodes.Text(" lead through the plan, with the minutes on each.")
        return [nodes.paragraph("", "", link, text, classes=[LINK_TO_SLIDES])]
