"""The whole book as one PDF, its paths as PDF and a zip of its site, each made once."""

import shutil
import zipfile
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from book_site.learners import one_file
from book_site.pages.model_files import MINILM_FOLDER
from book_site.text.reading_paths import SKIPPED
from bs4 import BeautifulSoup
from page_server import serving
from pypdf import PdfReader
from visits import Visit

from tools.downloads.book_pages import Page, read_book, text_of
from tools.downloads.path_pages import PAGE, keep_stops, listed_paths, read_path, stop_of
from tools.downloads.pdf import write_pdf
from tools.downloads.site_zip import write_site
from tools.downloads.write_downloads import (
    LINKS,
    lead_on_from_epub,
    link_from_each_path,
    pdf_name,
)


@pytest.fixture(scope="module")
def book(site):
    return read_book()


@pytest.fixture(scope="module")
def pdf(browser, book, tmp_path_factory):
    path = tmp_path_factory.mktemp("pdf") / "book.pdf"
    write_pdf(browser, book, path)
    return PdfReader(path)


@pytest.fixture(scope="module")
def path(site):
    return listed_paths()[0]


@pytest.fixture(scope="module")
def path_pdf(browser, path, tmp_path_factory):
    target = tmp_path_factory.mktemp("path") / pdf_name(path)
    write_pdf(browser, read_path(path), target)
    return PdfReader(target)


def contents_of(book):
    """The contents as they should be: titles in lists, what is below a title in a list after it."""
    wanted = []
    for part, pages in book.parts:
        chapters = wanted if not part else []
        for page in pages:
            chapters.append(page.title)
            chapters += [[title for _, title in page.sections]] if page.sections else []
        wanted += [part, chapters] if part else []
    return wanted


@pytest.mark.long
def test_the_pdf_has_parts_chapters_and_sections_in_its_outline(book, pdf):
    def titles(outline):
        return [titles(item) if isinstance(item, list) else item.title for item in outline]

    assert len(book.parts) > 3
    assert titles(pdf.outline) == contents_of(book)


def without_space(text: str) -> str:
    """Where letters are set closer or wider, spaces are read that are none."""
    return "".join(text.split())


def starts_of(pdf):
    """The index of the page on which each chapter starts, from the outline."""
    home, _, *parts = pdf.outline  # a title, then what is below it
    chapters = [item for below in parts[1::2] for item in below if not isinstance(item, list)]
    return {item.title: pdf.get_destination_page_number(item) for item in (home, *chapters)}


@pytest.mark.long
def test_the_outline_the_contents_and_the_pages_agree_on_the_numbers(book, pdf):
    starts = starts_of(pdf)
    assert list(starts) == [page.title for page in book.pages]
    pages = pdf.pages[1 : min(starts.values())]
    contents = [without_space(line) for page in pages for line in page.extract_text().splitlines()]
    for title, start in starts.items():
        assert without_space(f"{title}{start + 1}") in contents
        words = pdf.pages[start].extract_text().split()
        titles = "".join(words).count(without_space(title))
        assert titles == 2, "above the page, and as the chapter's title"
        assert str(start + 1) in words


@pytest.mark.long
def test_links_of_the_pdf_lead_into_it_or_to_the_web(pdf):
    inside, outside = [], []
    for page in pdf.pages:
        for link in (annotation.get_object() for annotation in page.get("/Annots", ())):
            if "/Dest" in link:
                inside.append(link["/Dest"])
            else:
                outside.append(link["/A"]["/URI"])
    assert len(inside) > 500
    assert {name.lstrip("/") for name in inside} <= {n.lstrip("/") for n in pdf.named_destinations}
    assert len(outside) > 10
    assert [url for url in outside if not url.startswith("https://")] == []


@pytest.mark.long
def test_the_pdf_says_what_it_is_also_on_its_first_page_and_is_tagged(book, pdf):
    about = pdf.metadata
    assert about.title.startswith(book.title)
    assert about.author == book.author
    assert about.subject == f"Version {book.commit}"
    assert about.creation_date == about.modification_date == book.date
    root = pdf.trailer["/Root"]
    assert root["/Lang"] == book.language
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root

    title_page = without_space(pdf.pages[0].extract_text())
    for said in (book.title, book.subtitle, book.author, book.commit, book.day, "CC BY 4.0"):
        assert without_space(said) in title_page


@pytest.mark.long
def test_a_chapter_in_the_pdf_has_its_answers_and_no_controls(book, pdf):
    chapter = next(page for page in book.pages if page.key.startswith("06"))
    starts = sorted(starts_of(pdf).items(), key=lambda start: start[1])
    number = [title for title, _ in starts].index(chapter.title)
    pages = pdf.pages[starts[number][1] : starts[number + 1][1]]
    text = "\n".join(page.extract_text() for page in pages)
    assert text.count("Answer\n") == len(chapter.article.select(".mh-answer")) > 2
    assert [c for c in ("Show what", "Show the code", "As a table", "Click to") if c in text] == []


@pytest.mark.long
def test_no_page_of_the_pdf_is_empty(pdf):
    """A page has its running title and its number; words or a picture stand below."""
    drawn = [len(page.get_contents().get_data()) for page in pdf.pages]
    few = [number for number, size in enumerate(drawn) if size < 2000]
    assert [n + 1 for n in few if len(pdf.pages[n].extract_text().splitlines()) <= 2] == []


@pytest.mark.long
def test_a_printed_path_has_its_sections_in_order_and_its_joints(path, path_pdf):
    """And nothing else: what it skips stays away."""
    chapters = path_pdf.outline[::2]
    below = [[item.title for item in items] for items in path_pdf.outline[1::2]]
    book = read_path(path)
    assert [item.title for item in chapters] == [page.title for page in book.pages]
    assert below == [[title for _, title in page.sections] for page in book.pages]
    text = without_space("".join(page.extract_text() for page in path_pdf.pages))
    joints = [f"{SKIPPED} {stop.skipped}" for stop in path.stops if stop.skipped]
    assert len(joints) > len(book.pages)
    at = [text.index(without_space(joint)) for joint in joints]
    assert at == sorted(at)
    assert without_space(path.name) in text[:500]
    assert "Step1:twostaticembeddings" not in text


def test_every_path_is_linked_once_below_its_heading(site):
    paths, html = listed_paths(), (site / f"{PAGE}.html").read_text("utf-8")
    linked = link_from_each_path(html, paths)
    assert link_from_each_path(linked, paths) == linked
    soup = BeautifulSoup(linked, "html.parser")
    for path in paths:
        section = soup.find(id=f"path-{path.key}").find_parent("section")
        (link,) = section.select('a[href^="../downloads/"]')
        assert link["href"] == f"../downloads/{pdf_name(path)}"
        assert text_of(section.h2).startswith(path.name)


def test_of_a_page_a_path_keeps_the_title_and_its_sections_with_their_joints():
    def soup(html):
        return BeautifulSoup(html, "html.parser")

    article = soup(
        "<article><section><h1>01 One</h1><p>Opening</p>"
        '<section id="a"><h2>A</h2></section><section id="b"><h2>B</h2><style>p{}</style></section>'
        '<section id="c"><span id="c-label"></span><h2>C</h2></section></section></article>'
    ).article
    listed = soup(
        '<p><a href="one.html?path=x#a">A</a> (chapter 01)</p>'
        '<p><a href="one.html?path=x#c-label">C</a> (chapter 01)</p>'
    )
    stops = [stop_of(link, {"a": "", "c-label": "B < A."}) for link in listed.select("a")]
    assert {stop.page for stop in stops} == {"book/one"}
    assert str(keep_stops(Page("book/one", "", article, []), stops).article) == (
        '<article><section><h1>01 One</h1><style>p{}</style><section id="a"><h2>A</h2></section>'
        f'<p class="path-joint"><em>{SKIPPED}</em> B &lt; A.</p>'
        '<section id="c"><span id="c-label"></span><h2>C</h2></section></section></article>'
    )


def test_the_first_download_is_the_file_of_code():
    first, second = BeautifulSoup(LINKS.format(up="../", link_to_zip=""), "html.parser").select("a")
    assert first["href"] == f"../{one_file.FILE}"
    assert second["href"].endswith(".pdf")


def test_the_address_of_the_epub_leads_to_the_pdf(tmp_path):
    """Also where an older build left the EPUB itself."""
    (tmp_path / "many-heads.epub").write_bytes(b"PK")
    (tmp_path / "many-heads.pdf").write_bytes(b"%PDF")
    lead_on_from_epub(tmp_path)
    lead_on_from_epub(tmp_path)
    with serving(tmp_path) as address, urlopen(f"{address}/many-heads.epub") as page:
        soup = BeautifulSoup(page.read(), "html.parser")
        _, _, target = soup.select_one("meta[http-equiv=refresh]")["content"].partition("url=")
        assert soup.a["href"] == target
        with urlopen(urljoin(page.url, target)) as pdf:
            assert pdf.read() == b"%PDF"


def test_the_site_works_from_its_zip_and_does_not_link_to_it(browser, site, tmp_path):
    html = tmp_path / "html"
    shutil.copytree(site, html)
    page = html / "book" / "03-money-bank.html"
    link = '<p><a href="{up}downloads/whole.zip">Zip</a></p>'
    page.write_text(page.read_text("utf-8").replace("</footer>", link.format(up="../"), 1), "utf-8")
    for old in html.glob("downloads/many-heads-site.zip"):
        old.unlink()
    target = html / "downloads" / "whole.zip"
    write_site(html, target, link, "0123456789ab")
    with zipfile.ZipFile(target) as archive:
        assert archive.comment == b"0123456789ab"
        archive.extractall(tmp_path / "à lire")
    unpacked = tmp_path / "à lire" / "many-heads"
    names = [{p.relative_to(top) for p in top.rglob("*")} for top in (html, unpacked)]
    minilm = {name for name in names[0] if name.as_posix().startswith(MINILM_FOLDER)}
    assert names[0] - names[1] == {target.relative_to(html)} | minilm
    with Visit(browser, unpacked / "book" / "03-money-bank.html") as visit:
        assert visit.troubles == []
        assert visit.page.locator("[data-ready]").count() == 3
        assert visit.page.locator('a[href$="whole.zip"]').count() == 0
