"""The list of all decks, each with its number of slides; ``{decks}`` shows it."""

import json
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from book_site.slides.chapter_slides import is_slide
from book_site.slides.decks import FOLDER


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
    slides_by_cell = [2 if "predict" in cell["metadata"] else 1 for cell in cells if is_slide(cell)]
    return sum(slides_by_cell) + bool(slides_by_cell)


def chapter_title(cells: list[dict]) -> str:
    return "".join(cells[0]["source"]).splitlines()[0].removeprefix("# ")


def deck_item(name: str, title: str, slides: int) -> nodes.list_item:
    link = nodes.reference("", title, refuri=f"../{FOLDER}/{name}.html")
    return nodes.list_item("", nodes.paragraph("", "", link, nodes.Text(f", {slides} slides")))
