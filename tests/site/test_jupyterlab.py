"""A chapter in JupyterLab: MyST is rendered, not shown as markup, and no link is dead."""

import json
import re
import shutil

import nbformat
import pytest
from book_site.building.chapter_source import strip_notebook
from book_site.learners.exercise_notebooks import notebook_of_page
from conftest import ROOT
from exercise_sources import pages

from tools.browser.lab import run_all

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
MARKUP = ["{term}`", "{cite", ":::{", "(ch03-", "$$"]


MONEY_BANK = ROOT / "book" / "03-money-bank.ipynb"


@pytest.fixture(scope="module")
def page(open_in_lab):
    return open_in_lab(MONEY_BANK)


def test_myst_is_readable_in_jupyterlab(page):
    page.wait_for_function(
        """markup => {
            const text = document.querySelector(".jp-Notebook").innerText;
            return text.includes("embedding") && !markup.some((m) => text.includes(m));
        }""",
        arg=MARKUP,
    )
    assert page.locator(".jp-Notebook .katex").count() > 10


def test_a_term_is_bold_in_jupyterlab_and_no_link(page):
    """A link would have to open the glossary at its entry, which JupyterLab cannot do."""
    page.locator(".jp-Notebook .myst").get_by_text("embedding", exact=True).first.wait_for()
    bold = set(page.locator(".jp-Notebook .myst strong").all_inner_texts())
    linked = set(page.locator(".jp-Notebook .myst a").all_inner_texts())
    assert {"weights", "embedding"} <= bold - linked


def test_hints_are_folded_in_jupyterlab(open_in_lab, tmp_path):
    (text,) = [text for path, text in pages().items() if path.stem == "01-self-attention"]
    path = tmp_path / "exercises-01.ipynb"
    nbformat.write(notebook_of_page(text), path)
    page = open_in_lab(path)
    page.locator("#the-words-just-before").wait_for()
    hints = page.locator(".jp-Notebook details")
    assert hints.locator("> summary").all_inner_texts() == ["Hint (2 left)", "Hint (1 left)"] * 5
    assert not any(text.is_visible() for text in hints.locator("> p").all())
    assert "$" not in "".join(hints.all_text_contents())


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_refers_by_label_only_to_itself(chapter):
    """JupyterLab finds a label in the same notebook only; a link to a file it opens."""
    cells = nbformat.read(chapter, as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    labels = re.findall(r"\{ref\}`[^`]*?([\w-]+)>?`", prose)
    assert [label for label in labels if f"({label})=" not in prose] == []
    assert re.findall(r"\]\([\w-]+\)", prose) == []  # a label where JupyterLab expects a file


@pytest.mark.long
def test_a_number_links_to_the_chapter_it_comes_from(jupyterlab, run_in_lab):
    shutil.copy(ROOT / "book" / "05-same-input-different-gradients.ipynb", jupyterlab.work)
    page, run = run_in_lab(
        ["from multihead.claims import claims_table\nclaims_table('no-w-o-solves')"]
    )
    name = "Without W_O two heads solve two look-ups"
    run(0, name)
    page.get_by_role("link", name=name).click()
    page.get_by_role("heading", name="05 Same input, different gradients").wait_for()


@pytest.mark.long
def test_a_chapter_opens_folded_and_run_and_saved_it_has_the_same_source(
    open_in_lab, jupyterlab, tmp_path
):
    source = strip_notebook(MONEY_BANK.read_bytes())
    code = [c for c in json.loads(source)["cells"] if c["cell_type"] == "code"]
    # Of another name: the pages of the tests before save theirs each two minutes.
    page = open_in_lab(shutil.copy(MONEY_BANK, tmp_path / "folded.ipynb"))
    page.set_default_timeout(180_000)
    folds = page.locator(".jp-CodeCell .jp-InputPlaceholder")
    folds.first.wait_for()
    first = page.locator(".jp-CodeCell").first
    assert not first.locator(".jp-InputArea-editor").is_visible()
    folds.first.click()  # a reader looks
    first.locator(".jp-InputArea-editor").wait_for()
    run_all(page)
    page.locator(".jp-InputPrompt").get_by_text(f"[{len(code)}]:").wait_for()
    with page.expect_response(lambda r: r.request.method == "PUT" and "folded.ipynb" in r.url):
        page.keyboard.press("Control+s")
    saved = (jupyterlab.work / "folded.ipynb").read_bytes()
    assert b"image/svg+xml" in saved or b"application/vnd.jupyter.widget-view+json" in saved
    assert strip_notebook(saved) == source
