"""The pages of the built book: their names, what stands in them, and a visit without network."""

import re
from functools import cache
from pathlib import Path

from browser import wait_for_widgets
from bs4 import BeautifulSoup

HTML = Path(__file__).parents[1] / "_build" / "html"
OLD_HOME = "book/intro.html"  # which only leads to the home page
PAGES = sorted(str(p.relative_to(HTML)) for p in HTML.rglob("*.html") if "_static" not in p.parts)
PAGES = [page for page in PAGES if page != OLD_HOME]
CHAPTERS = [page for page in PAGES if re.match(r"book/\d\d-", page)]


@cache
def soup_of(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text("utf-8"), "html.parser")


class Visit:
    """One page opened without network, and all problems while it loaded."""

    def __init__(self, browser, path: Path, *, theme: str = "light", width: int = 1280):
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=theme, offline=True
        )
        self.page = self.context.new_page()
        self.requests, self.troubles = [], []
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("requestfailed", lambda r: self.troubles.append(f"failed: {r.url}"))
        self.page.on("pageerror", lambda e: self.troubles.append(f"error: {e}"))
        self.page.on(
            "console",
            lambda m: m.type in ("error", "warning") and self.troubles.append(m.text),
        )
        self.page.goto(path.as_uri())
        self.page.wait_for_load_state("load")
        # Widgets draw themselves after the page has loaded.
        wait_for_widgets(self.page)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.context.close()
