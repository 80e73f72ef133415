"""Write the whole book as PDF and as EPUB into the built site: `make downloads`."""

import os
import shutil

from book_pages import HTML, read_book
from epub import write_epub
from playwright.sync_api import sync_playwright
from printed_book import write_pdf

DOWNLOADS = HTML / "downloads"
LICENSE_LINE = "<p>Code: BSD-3-Clause."


def link_from_every_page() -> None:
    """Put the links into the footer. `make book` does not, since it does not write these files."""
    for page in HTML.rglob("*.html"):
        up = "../" * (len(page.relative_to(HTML).parts) - 1)
        links = (
            f'<a href="{up}downloads/many-heads.{kind}">{name}</a>'
            for kind, name in (("pdf", "PDF"), ("epub", "EPUB"))
        )
        html = page.read_text("utf-8")
        if "downloads/many-heads" not in html:
            line = f"<p>The whole book as {' or '.join(links)}.</p>\n"
            page.write_text(html.replace(LICENSE_LINE, line + LICENSE_LINE), "utf-8")


if __name__ == "__main__":
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    pdf, epub = DOWNLOADS / "many-heads.pdf", DOWNLOADS / "many-heads.epub"
    book = read_book()
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        write_pdf(chromium, book, pdf)
        write_epub(chromium, book, epub)
    for file in (pdf, epub):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    link_from_every_page()
