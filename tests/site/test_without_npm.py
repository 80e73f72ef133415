"""A site that was built without npm: Sphinx's own search stands in, and pages say what is missing.

What an exercise says without its editor is in `tests/building/test_code_in_page.py`.
"""

import nbformat
import pytest
from accessibility import violations
from page_server import serving
from playwright.sync_api import expect
from small_book import SmallBook
from visits import Visit


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A built book of two pages, of which one has a slide."""
    book = SmallBook(tmp_path_factory.mktemp("without npm"))
    book.write("book/intro.md", "# A small book\n\nAbout elephants.\n")
    path = book.root / "book" / "one.ipynb"
    notebook = nbformat.read(path, 4)
    notebook.cells[-1].metadata = {"tags": ["slide"]}
    nbformat.write(notebook, path)
    done = book.build()
    assert done.returncode == 0, done.stdout
    return book.root / "_build" / "html"


def searched(page, address: str) -> None:
    """Search from a page of the site, as a reader does."""
    page.goto(f"{address}/book/one.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("elephant")
    page.keyboard.press("Enter")
    found = page.locator("#search-results li a")
    expect(found).to_have_text(["A small book"])
    expect(page.locator(".search-summary")).to_contain_text("found 1 page")
    expect(page.get_by_text("was built without npm")).to_be_visible()
    found.click()
    expect(page.locator("h1")).to_contain_text("A small book")


def test_sphinx_searches_it_from_files_and_from_a_server(browser, built):
    with Visit(browser, built / "index.html") as visit:
        searched(visit.page, built.as_uri())
        assert visit.troubles == []
    page = browser.new_page()
    with serving(built) as address:
        searched(page, address)
        assert page.evaluate("() => wentWrong") == []
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("file", ["search.html", "slides/one.html"])
def test_what_says_so_is_accessible(browser, built, file, theme):
    with Visit(browser, built / file, theme=theme) as visit:
        assert violations(visit.page, theme) == []
        assert visit.troubles == []


def test_slides_lead_to_their_chapter(browser, built):
    with Visit(browser, built / "slides" / "one.html") as visit:
        visit.page.get_by_role("link", name="The chapter").click()
        expect(visit.page).to_have_url((built / "book" / "one.html").as_uri())
