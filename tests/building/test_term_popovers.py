"""What a page carries so that a term can show its line of the glossary."""

import pytest
from bs4 import BeautifulSoup
from small_book import SmallBook

GLOSSARY = """# Glossary

```{glossary}
target
  The output that is wanted, written $y^*$. See [one](one.ipynb).

  A second paragraph.

layer norm
  A step towards the **target**.

unused term
  Nothing.
```
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, BeautifulSoup]:
    """The pages of a book in which one page has two terms of three."""
    book = SmallBook(tmp_path_factory.mktemp("book"))
    book.write("book/glossary.md", GLOSSARY)
    book.write("book/two.md", "# Two\n\nThe **targets**, the **layer norm**, the **target**.\n")
    book.list("glossary", "two")
    result = book.build()
    assert result.returncode == 0, result.stdout
    html = book.root / "_build" / "html"
    return {
        name: BeautifulSoup((html / f"{name}.html").read_text("utf-8"), "html.parser")
        for name in ("book/two", "book/one", "book/glossary", "genindex")
    }


def test_a_term_has_one_popover_however_often_it_is_linked(pages):
    popovers = pages["book/two"].select("article > .mh-term-popover[popover]")
    addresses = [popover["data-entry"] for popover in popovers]
    assert sorted(addresses) == ["glossary.html#term-layer-norm", "glossary.html#term-target"]
    links = pages["book/two"].select("a[href='glossary.html#term-target']:not([popover] a)")
    assert [link.get_text() for link in links] == ["targets", "target"]


def test_it_has_the_first_paragraph_of_the_entry_with_its_formula_and_one_link(pages):
    (popover,) = pages["book/two"].select("[data-entry='glossary.html#term-target']")
    line = popover.select_one("p#term-target-in-short")
    assert [part.name for part in popover.find_all(recursive=False)] == ["p", "a"]
    assert line.get_text() == "Target. The output that is wanted, written y∗. See one."
    assert line.select_one("math msup").get_text() == "y∗"
    (link,) = popover.select("a")
    assert (link["href"], link["tabindex"]) == (popover["data-entry"], "-1")


def test_only_a_page_with_terms_loads_the_script(pages):
    scripts = {name: page.select("script[src*='term_popovers.js']") for name, page in pages.items()}
    assert {name: len(all_) for name, all_ in scripts.items()} == {
        "book/two": 1,
        "book/one": 0,
        "book/glossary": 0,
        "genindex": 0,
    }
    assert scripts["book/two"][0].has_attr("defer")
