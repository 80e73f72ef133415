"""The notebook of your own model has the page's words and code, after what installs and fetches."""

import re

import nbformat
import pytest
from book_site.learners import packing
from book_site.learners.own_model_notebook import (
    HEADING,
    install_cell,
    own_model_notebook,
    section,
)
from conftest import ROOT

PAGE = (ROOT / "book" / "how-to.md").read_text("utf-8")


def test_the_first_cell_installs_transformers_and_the_next_fetches_the_library():
    data = packing.with_first_cell(own_model_notebook(ROOT), "fetch()", install_cell(ROOT))
    first, second, title, *_ = nbformat.reads(data.decode(), as_version=4).cells
    (pin,) = re.findall(r"^transformers==.+$", (ROOT / "requirements.txt").read_text(), re.M)
    comment, command = first.source.splitlines()
    assert comment.startswith("# This notebook needs transformers")
    assert command == f"%pip install -q {pin}"
    assert second.source == "fetch()"
    assert title.source.startswith(f"# {HEADING}\n")


def test_its_code_is_that_of_the_page_and_shows_the_picture():
    notebook = own_model_notebook(ROOT)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    blocks = re.findall(r"^```python\n(.*?)^```$", section(PAGE, HEADING), re.M | re.S)
    first, lines, last = [block.strip() for block in blocks]
    assert code == [first, f"{lines}\nexplorer", last]


def test_its_text_has_no_link_into_the_page():
    text = " ".join(c.source for c in own_model_notebook(ROOT).cells if c.cell_type == "markdown")
    assert "the zip" in text
    assert "](" not in text
    assert "| `seen.pattern` | (layer, batch, head, query, key) |" in text


def test_a_section_ends_where_the_next_heading_begins():
    page = "## A\n\n### B\n\none\n\n### C\n\ntwo\n\n## D\n"
    assert section(page, "B") == "### B\n\none\n\n"
    assert section(page, "C") == "### C\n\ntwo\n\n"
    with pytest.raises(ValueError, match="not enough values"):
        section(page, "A")
