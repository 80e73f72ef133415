"""The pages of the built book, as files and as parsed HTML: needs no browser."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from bs4 import BeautifulSoup

HTML = Path(__file__).parents[1] / "_build" / "html"
FILES = sorted(str(p.relative_to(HTML)) for p in HTML.rglob("*.html") if "_static" not in p.parts)
LEADS_ON = 'http-equiv="refresh"'
REDIRECTS = [page for page in FILES if LEADS_ON in (HTML / page).read_text("utf-8")[:4000]]
WHOLE = [page for page in FILES if page not in REDIRECTS]
EMBED_PAGES = [page for page in WHOLE if page.startswith("widgets/")]  # a widget, and no theme
DECKS = [page for page in WHOLE if page.startswith("slides/")]  # slides, without the theme too
PAGES = [page for page in WHOLE if page not in {*EMBED_PAGES, *DECKS}]
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
