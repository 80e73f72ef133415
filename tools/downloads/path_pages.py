"""A marked path as a book of its own: its sections in order, and at each joint what is skipped.

Its sections are read from the built site, whose page of paths lists them.
"""

import tomllib
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import parse_qs, unquote, urlsplit

from book_site.text.reading_paths import FILE, LIST, SKIPPED
from bs4 import BeautifulSoup, Tag

from tools.downloads.book_pages import HTML, ROOT, Book, Page, join_pages, read_page, text_of

PAGE = "book/paths"


@dataclass
class Stop:
    """A section of a path: its page and its label, and what is skipped before it."""

    page: str
    label: str
    skipped: str


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
    stops = tomllib.loads((ROOT / FILE).read_text("utf-8"))[key]["stops"]
    skipped = {stop["section"]: stop.get("skipped", "") for stop in stops}
    name = text_of(box.find_parent("section").h2)
    return Path(key, name, [stop_of(link, skipped) for link in links])


def stop_of(link: Tag, skipped: dict[str, str]) -> Stop:
    url = urlsplit(link["href"])
    page = f"book/{unquote(url.path).removesuffix('.html')}"
    return Stop(page, url.fragment, skipped[url.fragment])


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
    if not stop.skipped:
        return []
    joint = BeautifulSoup(f'<p class="path-joint"><em>{SKIPPED}</em></p>', "html.parser").p
    joint.append(f" {stop.skipped}")
    return [joint]
