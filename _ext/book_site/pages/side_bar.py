"""The side bar: one list of contents, with the sections of the page under its own line.

The theme lists pages at the left and sections at the right. `side-bar.html` gives both to this
module. Pages of exercises are one entry, a fold; whoever reads one sees it under its chapter.
"""

import re
from copy import copy
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

SCRIPT = Path(__file__).with_name("side_bar.js")
NUMBERED = re.compile(r"(\d\d) (.+)")
EXERCISES = "Exercises"


def add_side_bar(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    context["side_bar"] = with_sections


def with_sections(pages: str, sections: str) -> str:
    """Return the list of pages, numbers in a column, with the sections of the current page."""
    soup = BeautifulSoup(str(pages), "html.parser")
    for link in soup.select("li > a"):
        if number := NUMBERED.fullmatch(link.get_text(strip=True)):
            link.clear()
            link.extend([new_tag(soup, "span", "mh-number", number[1]), f" {number[2]}"])
    for caption in soup.select("p.caption"):
        if caption.get_text(strip=True) == EXERCISES:
            fold_exercises(soup, caption)
    if (current := soup.select_one("li.current > a")) and sections:
        nav = new_tag(soup, "nav", "page-toc")
        nav.attrs |= {"id": "pst-page-toc-nav", "aria-label": "Sections of this page"}
        nav.append(BeautifulSoup(str(sections), "html.parser"))
        current.insert_after(nav)
    return str(soup)


def fold_exercises(soup: BeautifulSoup, caption: Tag) -> None:
    """Put the pages of exercises behind their caption; the one that is read, under its chapter."""
    pages = caption.find_next_sibling("ul")
    if current := pages.select_one("li.current"):
        number = soup.find(class_="mh-number", string=current.get_text(strip=True)[-2:])
        under_chapter = copy(current)
        under_chapter["class"] = "toctree-l2 current"
        under_chapter.a.string = EXERCISES
        number.find_parent("li").append(new_tag(soup, "ul", "nav"))
        number.find_parent("li").ul.append(under_chapter)
        current["class"] = "toctree-l1"
        current.a["class"] = "reference internal"
    details = soup.new_tag("details")
    caption.replace_with(details)
    details.extend([new_tag(soup, "summary", "caption", EXERCISES), pages])


def new_tag(soup: BeautifulSoup, name: str, kind: str, text: str = "") -> Tag:
    element = soup.new_tag(name, attrs={"class": kind})
    element.string = text
    return element
