"""A term in bold has an entry in the glossary, and leads there on the page."""

import re
from types import SimpleNamespace

import nbformat
import pytest
from book_site.text import glossary_terms
from built_pages import soup_of
from conftest import ROOT
from docutils import nodes
from docutils.utils import new_document

PAGES = sorted(p for p in (ROOT / "book").glob("*") if p.suffix in {".ipynb", ".md"})


def prose(page) -> str:
    if page.suffix == ".md":
        return re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    cells = nbformat.read(page, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def terms(text: str) -> list[str]:
    """List what is bold and no heading: a heading within a paragraph ends like a sentence.

    In a table's cell that asks, the right choice of a vote is bold.
    """
    text = re.sub(r"\|[^|\n]*\? \|", "|", text)
    return [bold for bold in re.findall(r"\*\*(.+?)\*\*", text) if bold[-1] not in ".?:"]


def test_headings_are_told_from_terms():
    text = (
        "**Predict.** A **wide form**, some **queries**.\n\n**Why?** **Step 1: ask.**\n| **A**? |"
    )
    assert terms(text) == ["wide form", "queries"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_term_is_no_dead_link_in_jupyter(page):
    """JupyterLab draws {term} as a link that goes nowhere, Colab as it is written."""
    assert "{term}" not in prose(page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_term_leads_to_its_entry(site, page):
    glossary = soup_of(site / "book" / "glossary.html")
    names = {term["id"]: term.text.rstrip("#") for term in glossary.select("dt[id]")}
    html = soup_of(site / "book" / f"{page.stem}.html")
    links = html.select('article a[href^="glossary.html#term-"]:not(.mh-term, [popover] a)')
    link_texts = [link.text for link in links]
    assert sorted(link_texts) == sorted(terms(prose(page)))  # a page shows last what goes further
    for link in links:
        name = names[str(link["href"]).partition("#")[2]]
        assert link.text.lower() in {name.lower(), f"{name}s".lower(), f"{name[:-1]}ies".lower()}


def linked(*bold: str) -> dict[str, str]:
    """Return the words that became links and are bold, with where they lead."""
    objects = {
        ("term", "Query"): ("book/glossary", "term-Query"),
        ("term", "Head"): ("book/glossary", "term-Head"),
        ("label", "lens"): ("book/01-a", "lens"),
    }
    env = SimpleNamespace(get_domain=lambda name: SimpleNamespace(objects=objects))
    builder = SimpleNamespace(get_relative_uri=lambda here, there: f"{there}.html")
    doctree = new_document("page")
    doctree += nodes.paragraph("", "", *(nodes.strong("", word) for word in bold))
    glossary_terms.link(SimpleNamespace(env=env, builder=builder), doctree, "book/02-b")
    links = doctree.findall(nodes.reference)
    return {link.next_node(nodes.strong).astext(): link["refuri"] for link in links}


def test_a_term_is_found_in_other_letters_and_in_the_plural():
    head, query = "book/glossary.html#term-Head", "book/glossary.html#term-Query"
    assert linked("head", "Heads", "queries", "QUERY") == {
        "head": head,
        "Heads": head,
        "queries": query,
        "QUERY": query,
    }


def test_other_bold_words_stay_words():
    assert linked("lens", "Predict.", "headed", "head of state") == {}
