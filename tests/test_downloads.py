"""The book as one PDF and as an ePub."""

import zipfile
from xml.etree import ElementTree

import downloads
import pytest
from pypdf import PdfReader
from test_build import SmallBook

CHAPTER = r"""# One

Inline $\sqrt{x}$, and two lines

$$
\begin{aligned}
a &= b \\
c &= d
\end{aligned}
$$
"""
WIDGET = (
    "from IPython.display import HTML\n"
    'HTML(\'<div data-mh-widget="X"><table><tr><td>all numbers</td></tr></table>'
    "<script>if (1 && 2) {}</script></div>')"
)


@pytest.fixture
def epub(tmp_path):
    """The pages of a small book's ePub, as parsed XHTML."""
    book = SmallBook(tmp_path)
    book.write("book/two.md", CHAPTER)
    book.notebook(WIDGET)
    toc = (book.root / "_toc.yml").read_text()
    book.write("_toc.yml", toc + "- file: book/two\n")
    done = book.build("--builder", "custom", "--custom-builder", "epub")
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = (tmp_path / "_build" / "epub").glob("*.epub")
    with zipfile.ZipFile(path) as archive:
        pages = [n for n in archive.namelist() if n.endswith(".xhtml")]
        return {name: ElementTree.fromstring(archive.read(name)) for name in pages}


def test_the_epub_shows_mathematics_and_tables_without_script(epub):
    html, math = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/1998/Math/MathML}"
    two = epub["book/two.xhtml"]
    assert len(list(two.iter(f"{math}math"))) == 2
    assert len(list(two.iter(f"{math}mtr"))) == 2, "two aligned lines"
    one = epub["book/one.xhtml"]
    assert "all numbers" in [cell.text for cell in one.iter(f"{html}td")]
    assert not any("&&" in (script.text or "") for script in one.iter(f"{html}script"))


def test_the_pdf_holds_every_page_in_order(browser, site, tmp_path):
    downloads.write_pdf(browser, tmp_path / "book.pdf")
    pdf = PdfReader(tmp_path / "book.pdf")
    names = downloads.pages_in_order()
    assert len(pdf.outline) == len(names)
    starts = [pdf.get_destination_page_number(item) for item in pdf.outline]
    assert starts == sorted(set(starts))
    for item, start in zip(pdf.outline, starts, strict=True):
        assert item.title.split()[0] in pdf.pages[start].extract_text()
