"""The whole book as pages in the order of the contents, read from the built site."""

import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import yaml
from book_site.building.repository import commit
from bs4 import BeautifulSoup, Tag
from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).parents[2]
HTML = ROOT / "_build" / "html"
# What paper cannot use: links to headings, and what folds or is folded.
ONLY_ON_SCREEN = (
    ".headerlink, details.hide, .mh-answer > script, .toctree-wrapper, article > script, "
    ".mh-guess, .mh-foreseen, .mh-progress, .mh-hint, .mh-by-hand, .mh-code, .mh-no-code, "
    ".mh-in-notebook > :is(summary, script), .mh-numbers > summary, "
    ".mh-review, .mh-predictions template, .mh-twelve, .mh-twelve-result, "
    ".mh-path, .mh-definition, .mh-term-popover, .mh-ticks, .mh-gauge"
)
COMMIT_TIME = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]


@dataclass
class Page:
    """A page of the site: its article without what only a screen can use, its style sheets."""

    name: str  # as in the contents, such as book/exercises/01-self-attention
    part: str
    article: Tag
    styles: list[str]

    @property
    def key(self) -> str:
        """A short name that no other page has, for ids and files."""
        return self.name.removeprefix("book/").replace("/", "-")

    @property
    def title(self) -> str:
        return text_of(self.article.h1)

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The id and the title of each section."""
        return [(h2.parent["id"], text_of(h2)) for h2 in self.article.select("section > h2")]


@dataclass
class Book:
    """The book's settings, its pages, and the commit that they are from."""

    config: dict
    subtitle: str
    pages: list[Page]
    commit: str
    date: datetime

    @property
    def title(self) -> str:
        return self.config["title"]

    @property
    def author(self) -> str:
        return self.config["author"]

    @property
    def language(self) -> str:
        return self.config["sphinx"]["config"]["language"]

    @property
    def licences(self) -> str:
        return BeautifulSoup(self.config["html"]["extra_footer"], "html.parser").p.get_text()

    @property
    def day(self) -> str:
        return f"{self.date:%Y-%m-%d}"

    @property
    def parts(self) -> list[tuple[str, list[Page]]]:
        """The parts in their order, each a title and its pages; the home page's has no title."""
        captions = dict.fromkeys(page.part for page in self.pages)
        return [(c, [page for page in self.pages if page.part == c]) for c in captions]


def pages_in_order() -> list[tuple[str, str]]:
    """Return the name of each page and the part that it is in, in the order of the contents.

    The first is the home page, which has a name of its own on the site.
    """
    toc = parse_toc_yaml(ROOT / "_toc.yml")
    names = [(name, part.caption) for part in toc.root.subtrees for name in part.items]
    return [("index", ""), *names]


def read_book() -> Book:
    """Read the built site."""
    pages = [read_page(name, part) for name, part in pages_in_order()]
    return join_pages(pages, pages[0].title)


def join_pages(pages: list[Page], subtitle: str) -> Book:
    """Make a book of pages. Git says which version it is: the same each time it is built.

    Links between pages become links to ids; the id of a page is its key.
    """
    commit_id, seconds = version()
    for page in pages:
        prefix_ids(page)
    localise_links(pages)
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    return Book(config, subtitle, pages, commit_id, datetime.fromtimestamp(int(seconds), UTC))


def version() -> tuple[str, str]:
    """Return the commit and the second at which it was made."""
    log = subprocess.run(COMMIT_TIME, capture_output=True, text=True, check=False)
    if log.returncode:
        raise SystemExit(f"The version comes from Git, which says: {log.stderr.strip()}")
    return commit(ROOT), log.stdout


def read_page(name: str, part: str) -> Page:
    file = HTML / f"{name}.html"
    soup = BeautifulSoup(file.read_text("utf-8"), "html.parser")
    styles = soup.head.select("link[rel=stylesheet], style")
    for style in styles:
        if "href" in style.attrs:
            style["href"] = urljoin(file.as_uri(), style["href"])
    for tag in soup.article.select(ONLY_ON_SCREEN):
        tag.decompose()
    for fold in soup.article.select(".mh-in-notebook, .mh-numbers, .mh-predictions"):
        fold.unwrap()
    return Page(name, part, soup.article, [str(style) for style in styles])


def text_of(heading: Tag) -> str:
    return re.sub(r"\s+", " ", heading.get_text()).strip()


def prefix_ids(page: Page) -> None:
    """Make ids unique in the whole book, except inside drawings, where they are already."""
    for tag in page.article.select("[id]"):
        if tag.find_parent("svg") is None:
            tag["id"] = f"{page.key}--{tag['id']}"


def localise_links(pages: list[Page]) -> None:
    """Turn each link to a page of the book into a link to an id, as if all were one page."""
    page_of_file = {f"{page.name}.html": page for page in pages}
    ids = {tag["id"] for page in pages for tag in page.article.select("[id]")}
    ids |= {page.key for page in pages}
    for page in pages:
        for link in page.article.select("a[href]"):
            url = urlsplit(urljoin(f"{page.name}.html", link["href"]))
            if url.scheme or link.find_parent("svg"):
                continue
            target = page_of_file.get(unquote(url.path))
            place = "--".join(filter(None, (target.key, unquote(url.fragment)))) if target else ""
            if place in ids:
                link["href"] = f"#{place}"
            else:  # a file of the site, such as a notebook, or a section that is not printed
                link.unwrap()
