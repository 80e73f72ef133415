"""The sections of the book that mistakes lead to are there, at the addresses that are told."""

import pytest
from conftest import ROOT
from multihead.exercises.book_sections import labelled
from notebooks import page_of

from tools.authors.page_address import page_address


@pytest.mark.parametrize("label", sorted(labelled()))
def test_a_section_is_on_the_page_that_has_its_label(label):
    assert labelled()[label].page == page_of(label)
    assert labelled()[label].title


def test_a_label_above_a_text_belongs_to_the_section_around_it():
    found = labelled()
    assert found["ch01-mask"].title == "Masks: what a token may not see"
    assert found["ch04-copies"].title == "Different weights, the same layer"
    assert found["ch04-copies"].chapter == "04 Is the input split?"


def test_the_built_pages_have_these_labels(site):
    for label, section in labelled().items():
        text = (site / "book" / f"{section.page}.html").read_text("utf-8")
        assert f'id="{label}"' in text


def test_a_page_has_an_address_only_if_it_is_one_of_ours(monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    assert page_address("notation.md") == "https://example.org/book/notation.html"
    for other in ("https://evil.example/notation.md", "../notation.md", "nothing.md", "#x"):
        assert page_address(other) is None
    assert (ROOT / "book" / "notation.md").exists()
