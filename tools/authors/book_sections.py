"""The sections of the book that have a label, and where they are on the site."""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from book_site.pages.site_address import site_address

ROOT = Path(__file__).parents[2]
LABEL = re.compile(r"\(([a-z][\w-]+)\)=")
HEADING = re.compile(r"#+ +(.+)")


class Section(NamedTuple):
    """A section that has a label."""

    chapter: str  # its title, with its number
    title: str
    page: str
    label: str

    @property
    def address(self) -> str | None:
        """Where it is on the site, if that is known."""
        site = site_address(ROOT)
        return f"{site}{self.page}.html#{self.label}" if site else None


@cache
def labelled() -> dict[str, Section]:
    """Find all sections of the book that have a label, by their labels."""
    found = {}
    for page in sorted((ROOT / "book").glob("*.ipynb")):
        chapter, title, waiting = "", "", []
        for line in _lines(page):
            label, heading = LABEL.fullmatch(line), HEADING.fullmatch(line)
            if heading:
                title = heading[1].replace("*", "")
                chapter = chapter or title
            elif label:
                waiting.append(label[1])
                continue
            for name in waiting if line.strip() else []:  # it stands above a heading or a text
                found[name] = Section(chapter, title, page.stem, name)
            waiting = [] if line.strip() else waiting
    return found


def page_address(name: str) -> str | None:
    """Return where a page of the book is on the site, if that is known."""
    page, _, label = name.partition("#")
    site = site_address(ROOT)
    known = [path.stem for path in (ROOT / "book").glob("*.*") if path.name == page]
    return f"{site}{known[0]}.html" + (f"#{label}" if label else "") if site and known else None


def _lines(page: Path) -> list[str]:
    cells = json.loads(page.read_text("utf-8"))["cells"]
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return "\n".join(texts).splitlines()
