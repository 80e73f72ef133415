"""A book as one PDF: Chromium prints one document made of its pages of the site.

The style for paper is the site's own; here are only the title page, the contents and the running
heads. The book is printed twice, since the first print, of blank sheets, tells the page numbers
for the contents.
pypdf adds what Chromium cannot: the outline, and who wrote the book and when.
"""

import io
import json
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from pypdf import PdfReader, PdfWriter
from pypdf.generic import Fit, NameObject, TextStringObject

from tools.downloads.book_pages import HTML, Book

TEMPLATES = Path(__file__).with_name("book_templates")
READY = "[...document.querySelectorAll('[data-mh-widget]')].every(w => 'ready' in w.dataset)"
TIMEOUT_MS = 300_000  # one page of 270 sheets, on a busy machine
FILL_IN_NUMBERS = """numbers => {
  for (const link of document.querySelectorAll(".book-contents a")) {
    const number = link.querySelector(".number");
    number.textContent = numbers[decodeURIComponent(link.hash.slice(1))];
    number.style.visibility = "visible";
  }
}"""


def write_pdf(chromium: Browser, book: Book, target: Path) -> None:
    tab = chromium.new_page(color_scheme="light", offline=True)
    try:
        open_document(tab, book)
        blank = tab.add_style_tag(content="main { opacity: 0 !important }")  # printed sooner
        page_numbers = places(PdfReader(io.BytesIO(tab.pdf(prefer_css_page_size=True))))
        blank.evaluate("style => style.remove()")
        tab.evaluate(
            FILL_IN_NUMBERS, {name: number + 1 for name, (number, _) in page_numbers.items()}
        )
        printed = tab.pdf(prefer_css_page_size=True, tagged=True)
    finally:
        tab.close()
    writer = PdfWriter(io.BytesIO(printed), incremental=True)
    add_outline(writer, book, page_numbers)
    describe(writer, book)
    writer.write(target)


def open_document(tab: Tab, book: Book) -> None:
    address, html = (HTML / "printed.html").as_uri(), one_document(book)
    tab.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
    tab.set_default_timeout(TIMEOUT_MS)
    tab.goto(address)
    tab.evaluate("document.fonts.ready")
    tab.wait_for_function(READY)


def one_document(book: Book) -> str:
    templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)
    templates.filters["css_name"] = lambda key: f"page-{key}"
    templates.filters["css_text"] = lambda text: Markup(json.dumps(text, ensure_ascii=False))
    style = Markup((TEMPLATES / "printed.css").read_text("utf-8"))
    sheets = dict.fromkeys(sheet for page in book.pages for sheet in page.styles)
    head = Markup("\n".join(sheets))
    return templates.get_template("printed.html").render(book=book, head=head, style=style)


def places(pdf: PdfReader) -> dict[str, tuple[int, Fit]]:
    """Where each id is that something links to: the number of the page, and the place on it."""
    return {
        name.lstrip("/"): (
            pdf.get_destination_page_number(destination),
            Fit.xyz(destination.left, destination.top),
        )
        for name, destination in pdf.named_destinations.items()
    }


def add_outline(writer: PdfWriter, book: Book, places: dict[str, tuple[int, Fit]]) -> None:
    def add(title: str, id: str, parent=None):
        number, fit = places[id]
        return writer.add_outline_item(title=title, page_number=number, parent=parent, fit=fit)

    for part, pages in book.parts:
        above = add(part, pages[0].key) if part else None
        for page in pages:
            chapter = add(page.title, page.key, above)
            for id, title in page.sections:
                add(title, id, chapter)
    writer.page_mode = "/UseOutlines"


def describe(writer: PdfWriter, book: Book) -> None:
    day = f"D:{book.date:%Y%m%d%H%M%S}Z"
    about = {"/Title": f"{book.title}: {book.subtitle}", "/Author": book.author}
    version = {"/Subject": f"Version {book.commit}", "/CreationDate": day, "/ModDate": day}
    writer.add_metadata(about | version)
    writer.root_object[NameObject("/Lang")] = TextStringObject(book.language)
