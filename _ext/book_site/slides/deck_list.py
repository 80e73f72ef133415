"""The list of all decks, each with its number of slides; ``{decks}`` shows it."""

import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from book_site.slides.chapter_slides import is_slide
from book_site.slides.decks import FOLDER

HEADING = re.compile(r"^##+ .*$", re.MULTILINE)
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
LABEL = re.compile(r"^\([\w-]+\)=$", re.MULTILINE)


class Decks(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        items = []
        for notebook in sorted(Path(env.srcdir, "book").glob("*.ipynb")):
            env.note_dependency(str(notebook))
            cells = json.loads(notebook.read_text("utf-8"))["cells"]
            if slides := count_slides(cells):
                title = chapter_title(cells)
                items.append(deck_item(notebook.stem, title, slides, sections(cells)))
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


def sections(cells: list[dict]) -> list[str]:
    """Return the titles of the sections that have slides."""
    titles, title = [], ""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            title = [title, *SECTION.findall("".join(cell["source"]))][-1]
        if is_slide(cell) and title not in titles:
            titles.append(title)
    return [title for title in titles if title]


def chapter_title(cells: list[dict]) -> str:
    return "".join(cells[0]["source"]).splitlines()[0].removeprefix("# ")


def deck_item(name: str, title: str, slides: int, sections: list[str]) -> nodes.list_item:
    """Return the entry of a deck: a link to all of it, and to each section's slides, folded."""
    link = nodes.reference("", title, refuri=f"../{FOLDER}/{name}.html")
    paragraph = nodes.paragraph("", "", link, nodes.Text(f", {slides} slides"))
    address = f"../{FOLDER}/{name}.html?section="
    parts = [
        nodes.reference("", title, refuri=address + nodes.make_id(title)) for title in sections
    ]
    entries = [nodes.list_item("", nodes.paragraph("", "", part)) for part in parts]
    return nodes.list_item(
        "",
        paragraph,
        nodes.raw("", "<details><summary>By section</summary>", format="html"),
        nodes.bullet_list("", *entries),
        nodes.raw("", "</details>", format="html"),
    )


class LectureSlides(Directive):
    """Link to the slides of a plan, whose label is the argument."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        deck = f"../{FOLDER}/{self.arguments[0]}.html"
        link = nodes.reference("", "The slides of this lecture", refuri=deck)
        text = nodes.Text(" lead through the plan, with the minutes on each.")
        return [nodes.paragraph("", "", link, text)]
