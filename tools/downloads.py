"""Write the whole book as PDF and as ePub into the built site: `make downloads`.

The PDF holds the site's own pages, printed by Chromium in the order of the contents. The ePub is
built by Sphinx, with mathematics as MathML, which e-readers show without a script.
"""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Browser, sync_playwright
from pypdf import PdfReader, PdfWriter
from sphinx_external_toc.parsing import parse_toc_yaml

ROOT = Path(__file__).parents[1]
HTML = ROOT / "_build" / "html"
DOWNLOADS = HTML / "downloads"
LICENCE_LINE = "<p>Code: BSD-3-Clause."
PAPER = {"format": "A4", "margin": dict.fromkeys(("top", "bottom", "left", "right"), "18mm")}


def pages_in_order() -> list[str]:
    """Return the names of the book's pages in the order of the contents."""
    toc = parse_toc_yaml(ROOT / "_toc.yml")
    return [toc.root.docname, *(name for part in toc.root.subtrees for name in part.items)]


def write_pdf(chromium: Browser, target: Path) -> None:
    book = PdfWriter()
    page = chromium.new_page(color_scheme="light", offline=True)
    for name in pages_in_order():
        page.goto((HTML / f"{name}.html").as_uri())
        page.evaluate("window.MathJax?.startup?.promise")
        widgets = "[...document.querySelectorAll('[data-mh-widget]')]"
        page.wait_for_function(f"{widgets}.every(w => 'ready' in w.dataset)")
        printed = PdfReader(io.BytesIO(page.pdf(**PAPER)))
        book.append(printed, outline_item=page.locator("h1").first.inner_text().rstrip("#"))
    page.close()
    book.add_metadata({"/Title": "Many Heads"})
    book.write(target)


def write_epub(target: Path) -> None:
    shutil.rmtree(ROOT / "_build" / "epub", ignore_errors=True)
    jupyter_book = Path(sys.executable).with_name("jupyter-book")
    build = [jupyter_book, "build", "--builder", "custom", "--custom-builder", "epub"]
    subprocess.run([*build, "--warningiserror", "--keep-going", ROOT], check=True)
    (made,) = (ROOT / "_build" / "epub").glob("*.epub")
    for page in made.parent.rglob("*.xhtml"):
        ElementTree.parse(page)  # raises if not well-formed; e-readers cannot show such a page
    shutil.copy(made, target)


def link_from_every_page() -> None:
    """Put the links into the footer. `make book` does not, since it does not write these files."""
    for page in HTML.rglob("*.html"):
        up = "../" * (len(page.relative_to(HTML).parts) - 1)
        links = (
            f'<a href="{up}downloads/many-heads.{kind}">{kind}</a>' for kind in ("pdf", "epub")
        )
        html = page.read_text("utf-8")
        if "downloads/many-heads" not in html:
            line = f"<p>The whole book as {' or '.join(links)}.</p>\n"
            page.write_text(html.replace(LICENCE_LINE, line + LICENCE_LINE), "utf-8")


if __name__ == "__main__":
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    pdf, epub = DOWNLOADS / "many-heads.pdf", DOWNLOADS / "many-heads.epub"
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        write_pdf(playwright.chromium.launch(executable_path=path, args=["--no-sandbox"]), pdf)
    write_epub(epub)
    for file in (pdf, epub):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    link_from_every_page()
