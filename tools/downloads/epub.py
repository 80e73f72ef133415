"""The whole book as an EPUB, made from the pages of the built site.

A page of the site is HTML and an e-reader wants XML, so Chromium reads the one and writes the
other. Widgets become their tables, and nothing is folded: few e-readers run scripts.
"""

import copy
import uuid
import zipfile
from pathlib import Path

from bs4 import Tag
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from pygments.formatters import HtmlFormatter

from tools.downloads.book_pages import Book

TEMPLATES = Path(__file__).with_name("book_templates")
CODE_STYLE = "a11y-high-contrast-light"
COVER = {"width": 1200, "height": 1600}
TO_XML = """html => new XMLSerializer().serializeToString(
  new DOMParser().parseFromString(html, "text/html").querySelector("article > section"))"""


def write_epub(chromium: Browser, book: Book, target: Path) -> None:
    tab = chromium.new_page(offline=True, viewport=COVER)
    try:
        files = book_files(tab, book)
    finally:
        tab.close()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, book.date.timetuple()[:6])
            # E-readers look for the type at a fixed place, so it comes first and as it is.
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, how)


def book_files(tab: Tab, book: Book) -> dict[str, str | bytes]:
    """Make all files of the EPUB, by name."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    articles = {page.key: tab.evaluate(TO_XML, str(readable(page.article))) for page in book.pages}
    about = {
        "book": book,
        "identifier": uuid.uuid5(uuid.NAMESPACE_URL, f"{book.title} by {book.author}"),
        "with_svg": [key for key, article in articles.items() if "<svg" in article],
        "with_math": [key for key, article in articles.items() if "<math" in article],
    }

    def fill(name: str, **values) -> str:
        return templates.get_template(name).render(about | values)

    style = HtmlFormatter(style=CODE_STYLE).get_style_defs(".highlight")
    tab.set_content(fill("cover.html"))
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": fill("container.xml"),
        "book/package.opf": fill("package.opf"),
        "book/contents.xhtml": fill("contents.xhtml"),
        "book/title.xhtml": fill("title.xhtml"),
        "book/style.css": f"{(TEMPLATES / 'epub.css').read_text('utf-8')}\n{style}\n",
        "book/cover.png": tab.screenshot(),
    } | {
        f"book/{page.key}.xhtml": fill("page.xhtml", page=page, article=Markup(articles[page.key]))
        for page in book.pages
    }


def readable(article: Tag) -> Tag:
    """Leave out scripts, controls and folds, and point links to the files of the EPUB."""
    article = copy.copy(article)
    for widget in article.select("[data-mh-widget]"):
        widget.replace_with(*widget.select("table"))
    for tag in article.select("script, style, noscript"):
        tag.decompose()
    for fold in article.select("details"):
        fold.name = "div"
        del fold["open"]
        fold.summary.string = "Answer"
        fold.summary.name = "p"
    for link in article.select('a[href^="#"]'):
        key = link["href"][1:].partition("--")[0]
        link["href"] = f"{key}.xhtml{link['href'] if '--' in link['href'] else ''}"
    return article
