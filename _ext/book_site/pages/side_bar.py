"""The side bar: one list of contents, with the sections of the page under its own line.

The theme lists pages at the left and sections at the right. `side-bar.html` gives both to this
module. Pages of exercises are folded, but for those who read one.
"""

import re
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

SCRIPT = Path(__file__).with_name("side_bar.js")
NUMBERED = re.compile(r"(\d\d) (.+)")
FOLDED = "Exercises"


def add_side_bar(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    context["side_bar"] = with_sections


def with_sections(pages: str, sections: str) -> str:
    """Return the list of pages, numbers in a column, with the sections of the current page."""
    soup = BeautifulSoup(str(pages), "html.parser")
    for link in soup.select("li > a"):
        if number := NUMBERED.fullmatch(link.get_text(strip=True)):
            link.clear()
            link.extend([new_tag(soup, "span", "mh-number", number[1]), f" {number[2]}"])
    if (current := soup.select_one("li.current > a")) and sections:
        nav = new_tag(soup, "nav", "page-toc")
        nav.attrs |= {"id": "pst-page-toc-nav", "aria-label": "Sections of this page"}
        nav.append(BeautifulSoup(str(sections), "html.parser"))
        current.insert_after(nav)
    for caption in soup.select("p.caption"):
        if caption.get_text(strip=True) == FOLDED:
            fold_part(soup, caption)
    return str(soup)


def fold_part(soup: BeautifulSoup, caption: Tag) -> None:
    """Put a part of the list behind its caption."""
    pages = caption.find_next_sibling("ul")
    details = new_tag(soup, "details", "mh-fold")
    if pages.select_one(".current"):
        details["open"] = ""
    caption.replace_with(details)
    details.extend([new_tag(soup, "summary", "caption", caption.get_text(strip=True)), pages])


def new_tag(soup: BeautifulSoup, name: str, kind: str, text: str = "") -> Tag:
    element = soup.new_tag(name, attrs={"class": kind})
    element.string = text
    return element
