"""Write the book as PDF and as a zip, its paths as PDF, and what grades, into the site:
`make downloads`.
"""

import re
from pathlib import Path as FilePath

from book_site.building.required_matches import found, replaced
from playwright.sync_api import sync_playwright

from tools.browser.chromium import launch
from tools.downloads.book_pages import HTML, read_book
from tools.downloads.grading_zip import ROOT, offer, withdraw, write_grading
from tools.downloads.path_pages import PAGE, Path, listed_paths, read_path
from tools.downloads.pdf import write_pdf
from tools.downloads.site_zip import path_to_top, write_site

DOWNLOADS = HTML / "downloads"
LICENSE_LINE = "<p>Code: BSD-3-Clause."
LINKS = """\
<p>The main findings in <a href="{up}downloads/heads.py">one file of code</a>.</p>
<p>The whole book as <a href="{up}downloads/many-heads.pdf">PDF</a>.</p>
{link_to_zip}"""
LEAD_ON = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Many Heads as PDF</title>
<meta http-equiv="refresh" content="0; url=../many-heads.pdf">
<p>The book is a <a href="../many-heads.pdf">PDF</a> now.</p></html>
"""
LINK_TO_PATH = '<p>This path as <a href="../downloads/{file}">PDF</a>.</p>'
LINK_TO_ZIP = """\
<p>This site as <a href="{up}downloads/many-heads-site.zip">a zip</a>, to read without a\
 network.</p>
"""


def link_from_every_page() -> None:
    """Put the links into the footer. `make book` does not, since it does not write these files."""
    home = HTML / "index.html"
    found(re.compile(re.escape(LICENSE_LINE)), home.read_text("utf-8"), home.name)
    for page in HTML.rglob("*.html"):
        top = path_to_top(HTML, page)
        links = LINKS.format(up=top, link_to_zip=LINK_TO_ZIP.format(up=top))
        html = page.read_text("utf-8")
        if links not in html:
            page.write_text(html.replace(LICENSE_LINE, links + LICENSE_LINE), "utf-8")


def lead_on_from_epub(downloads: FilePath) -> None:
    """Where the EPUB was until version 1.0, a server now finds a folder whose page leads on."""
    folder = downloads / "many-heads.epub"
    if folder.is_file():
        folder.unlink()
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(LEAD_ON, "utf-8")


def pdf_name(path: Path) -> str:
    return f"many-heads-{path.key}.pdf"


def link_from_each_path(html: str, paths: list[Path]) -> str:
    """Put the links below the headings of the page of paths, as it is written by `make book`."""
    for path in paths:
        link = LINK_TO_PATH.format(file=pdf_name(path))
        if link not in html:
            heading = re.compile(rf"<h2>{re.escape(path.name)}<.*?</h2>")
            html = replaced(heading, rf"\g<0>\n{link}", html, PAGE, once=True)
    return html


if __name__ == "__main__":
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    pdf = DOWNLOADS / "many-heads.pdf"
    site_zip = DOWNLOADS / "many-heads-site.zip"
    grading = DOWNLOADS / "many-heads-grading.zip"
    book, paths = read_book(), listed_paths()
    path_pdfs = [DOWNLOADS / pdf_name(path) for path in paths]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        write_pdf(browser, book, pdf)
        for path, target in zip(paths, path_pdfs, strict=True):
            write_pdf(browser, read_path(path), target)
    link_from_every_page()
    lead_on_from_epub(DOWNLOADS)
    paths_page = HTML / f"{PAGE}.html"
    paths_page.write_text(link_from_each_path(paths_page.read_text("utf-8"), paths), "utf-8")
    grading.unlink(missing_ok=True)  # the zip of the site, which students get too, is without it
    withdraw(HTML)
    write_site(HTML, site_zip, LINK_TO_ZIP, book.commit)
    write_grading(ROOT, grading)
    offer(HTML)
    for file in (pdf, *path_pdfs, site_zip, grading):
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
