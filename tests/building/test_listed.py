"""The list of decks has each chapter that has slides, with their number."""

import json

import nbformat
from book_site.slides.listed import count
from bs4 import BeautifulSoup
from small_book import SmallBook

TAGGED = {"tags": ["slide"]}


def test_a_prediction_counts_twice_and_the_title_once():
    plain, slide, prediction = {}, TAGGED, TAGGED | {"predict": {}}
    assert count([{"metadata": plain}]) == 0
    assert count([{"metadata": data} for data in (plain, slide, prediction)]) == 4


def test_it_names_leads_to_and_counts(tmp_path):
    book = SmallBook(tmp_path)
    book.notebook("print(3)")
    path = tmp_path / "book" / "one.ipynb"
    notebook = json.loads(path.read_text())
    notebook["cells"][-1]["metadata"] = {"tags": ["slide"]}
    path.write_text(nbformat.writes(nbformat.from_dict(notebook)))
    book.write("book/teach.md", "# Teach\n\n```{decks}\n```\n")
    book.list("teach")
    built = book.build()
    assert built.returncode == 0, built.stdout
    page = tmp_path / "_build" / "html" / "book" / "teach.html"
    (item,) = BeautifulSoup(page.read_text(), "html.parser").select("article li")
    assert item.get_text(strip=True) == "One, 2 slides"
    assert (page.parent / item.a["href"]).is_file()
