"""A marked path as a book of its own: its sections in order, and at each joint what is skipped.

All of it is read from the built site, whose page of paths lists them.
"""

from dataclasses import dataclass
from itertools import groupby
from urllib.parse import parse_qs, unquote, urlsplit

from book_site.text.reading_paths import LIST
from bs4 import BeautifulSoup, Tag
from bs4.element import PageElement

from tools.downloads.book_pages import HTML, Book, Page, join_pages, read_page, text_of

PAGE = "book/paths"


@dataclass
class Stop:
    """A section of a path: its page and its label, and what is said of what it skips."""

    page: str
    label: str
    joint: list[PageElement]


@dataclass
class Path:
    key: str
    name: str
    stops: list[Stop]


def listed_paths() -> list[Path]:
    """Read the paths from the page that lists them."""
    soup = BeautifulSoup((HTML / f"{PAGE}.html").read_text("utf-8"), "html.parser")
    for link in soup.select(".headerlink"):
        link.decompose()
    return [path_of(box) for box in soup.select(f".{LIST}")]


def path_of(box: Tag) -> Path:
    links = box.select("li > p > a")
    (key,) = {parse_qs(urlsplit(link["href"]).query)["path"][0] for link in links}
    return Path(key, text_of(box.find_parent("section").h2), [stop_of(link) for link in links])


def stop_of(link: Tag) -> Stop:
    url, note = urlsplit(link["href"]), link.parent.em
    joint = [note, *note.next_siblings] if note else []
    return Stop(f"book/{unquote(url.path).removesuffix('.html')}", url.fragment, joint)


def read_path(path: Path) -> Book:
    """Make a book of what a path leads through, a page for each chapter."""
    pages = [
        keep_stops(read_page(name, ""), [*stops])
        for name, stops in groupby(path.stops, lambda stop: stop.page)
    ]
    return join_pages(pages, path.name)


def keep_stops(page: Page, stops: list[Stop]) -> Page:
    """Leave of a page its title and the sections of a path, each with its joint before it."""
    chapter = page.article.section
    title = chapter.h1.extract()
    styles = [style.extract() for style in chapter("style")]  # each stands once, where it is first
    sections = [section_of(page.article, stop).extract() for stop in stops]
    chapter.clear()
    chapter.extend([title, *styles])
    for stop, section in zip(stops, sections, strict=True):
        chapter.extend([*joint_paragraphs(stop), section])
    return page


def section_of(article: Tag, stop: Stop) -> Tag:
    label = article.find(id=stop.label)
    return label if label.name == "section" else label.find_parent("section")


def joint_paragraphs(stop: Stop) -> list[Tag]:
    if not stop.joint:
        return []
    paragraph = BeautifulSoup('<p class="path-joint"></p>', "html.parser").p
    paragraph.extend(stop.joint)
    return [paragraph]
