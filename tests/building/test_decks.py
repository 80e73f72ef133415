"""A deck is written for a chapter with slides, and offered beside the chapter's downloads."""

import json

import nbformat
import pytest
from bs4 import BeautifulSoup
from small_book import SmallBook, write_page_scripts

GUESS = {
    "ask": "How many",
    "choices": [["3", "All three."], ["<5>", "Two are not there."]],
    "right": "3",
}
FIGURE = (
    '<div class="mh-figure"><svg style="flex:1 1 201px;width:201px;max-width:min(201px,100%);'
    'height:auto;x:y"></svg></div>'
)
CELLS = [
    nbformat.v4.new_markdown_cell("# One\n\nWhat is it?\n\nSaid at the start."),
    nbformat.v4.new_markdown_cell(
        "## Two\n\n**Predict, then run.** How many, 3 or 5? See [one](two.ipynb)."
    ),
    nbformat.v4.new_code_cell(
        f"class A:\n    def _repr_html_(self): return '''{FIGURE}'''\n\n\nA()"
    ),
    nbformat.v4.new_markdown_cell(
        "**Figure 1.1.** What it shows.\n\nSo it is, as Figure 1.1 says."
    ),
]
CELLS[1].metadata = {"tags": ["slide"], "predict": GUESS}
CELLS[2].metadata = {"tags": ["slide", "hide-input"]}


@pytest.fixture(scope="module")
def book(tmp_path_factory) -> SmallBook:
    book = SmallBook(tmp_path_factory.mktemp("decks"))
    book.notebook("1")
    path = book.root / "book" / "one.ipynb"
    notebook = nbformat.read(path, 4)
    notebook.cells = CELLS
    nbformat.write(notebook, path)
    book.notebook("2", "two")
    book.list("two")
    write_page_scripts(book.root / ".page-scripts")
    built = book.build()
    assert built.returncode == 0, built.stdout
    return book


def deck_of(book: SmallBook) -> BeautifulSoup:
    text = (book.root / "_build/html/slides/one.html").read_text("utf-8")
    return BeautifulSoup(text, "html.parser")


def test_its_slides_come_from_the_cells_in_their_order(book):
    slides = deck_of(book).select(".slides > section")
    kinds_and_headings = [(s["class"], s.find(["h1", "h2"]).get_text()) for s in slides]
    assert kinds_and_headings == [
        (["title"], "One"),
        (["question"], "Two"),
        (["answer"], "Two"),
        (["picture"], "Two"),
    ]
    title, question, answer, picture = slides
    assert title.select_one(".slide-content").get_text(strip=True) == "What is it?"
    assert title.select_one("aside").get_text(strip=True) == "Said at the start."
    assert "Predict" not in question.get_text()
    assert [li.get_text() for li in question.select(".slide-content li")] == ["3", "<5>"]
    assert [li.get_text() for li in answer.select(".slide-content li.right")] == ["3"]
    assert "All three." in answer.select_one(".slide-content").get_text()
    assert picture.select_one(".mh-caption").get_text() == "Figure 1.1. What it shows."
    assert picture.select_one("aside").get_text().strip() == "So it is, as Figure 1.1 says."


def test_a_picture_takes_its_part_of_the_width_and_shows_no_code(book):
    picture = deck_of(book).select_one(".picture")
    assert "flex:201 1 0;min-width:0;x:y" in picture.svg["style"]
    assert picture.select("details, pre, summary") == []


def test_nothing_leads_away_but_the_link_to_the_chapter(book):
    (link,) = deck_of(book).select("a")
    assert link["href"] == "../book/one.html"
    ids = [node["id"] for node in deck_of(book).select("[id]")]
    assert len(ids) == len({*ids})


def test_the_chapter_offers_it_and_one_without_slides_none(book):
    deck_links = {}
    for name in ("one", "two"):
        page = (book.root / f"_build/html/book/{name}.html").read_text("utf-8")
        deck_links[name] = BeautifulSoup(page, "html.parser").select("a[href*='slides/']")
    assert [a["href"] for a in deck_links["one"]] == ["../slides/one.html"]
    assert deck_links["two"] == []
    assert not (book.root / "_build/html/slides/two.html").exists()


def test_it_goes_when_the_chapter_has_no_slides_any_more(book):
    path = book.root / "book" / "one.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        cell["metadata"].pop("tags", None)
    path.write_text(json.dumps(notebook), "utf-8")
    book.build()
    assert not (book.root / "_build/html/slides/one.html").exists()
