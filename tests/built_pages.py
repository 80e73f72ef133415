"""The pages of the built book, as files and as parsed HTML: needs no browser."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from bs4 import BeautifulSoup

HTML = Path(__file__).parents[1] / "_build" / "html"
OLD_HOME = "book/intro.html"  # which only leads to the home page
FILES = sorted(str(p.relative_to(HTML)) for p in HTML.rglob("*.html") if "_static" not in p.parts)
EMBED_PAGES = [page for page in FILES if page.startswith("widgets/")]  # a widget, and no theme
DECKS = [page for page in FILES if page.startswith("slides/")]  # slides, without the theme too
PAGES = [page for page in FILES if page not in {OLD_HOME, *EMBED_PAGES, *DECKS}]
CHAPTERS = [page for page in PAGES if re.match(r"book/\d\d-", page)]


@cache
def soup_of(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text("utf-8"), "html.parser")


class Ids(HTMLParser):
    """Collects ids, in a sixth of the time that a soup of the page takes."""

    def __init__(self):
        super().__init__()
        self.ids: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.ids |= {value for name, value in attrs if name == "id" and value}


@cache
def ids_of(page: Path) -> set[str]:
    parser = Ids()
    parser.feed(page.read_text("utf-8"))
    return parser.ids
