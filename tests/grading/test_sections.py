"""Every mistake of every exercise leads to a section of the book that is there."""

import pytest
from conftest import ROOT
from exercise_sources import NAMES, SOURCES
from multihead.exercises import folders as exercises
from notebooks import page_of

from grading.reports import sections
from tools.authors import book_sections


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_a_section_explains_each_exercise_and_each_mistake(source):
    mistakes = exercises.load(source.name).wrong if source.name in NAMES else {}
    for mistake in (None, *mistakes):
        section = sections.explaining(source.name, mistake)
        assert section, f"exercise.md names a section that no chapter has: {source.fields}"
        assert section.page == page_of(section.label)
        assert section.title


def test_a_label_above_a_text_belongs_to_the_section_around_it():
    found = book_sections.labelled()
    assert found["ch01-mask"].title == "Masks: what a token may not see"
    assert found["ch04-copies"].title == "Different weights, the same layer"
    assert found["ch04-copies"].chapter == "04 Is the input split?"


def test_the_built_pages_have_these_labels(site):
    for label, section in book_sections.labelled().items():
        text = (site / "book" / f"{section.page}.html").read_text("utf-8")
        assert f'id="{label}"' in text


def test_a_page_has_an_address_only_if_it_is_one_of_ours(monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://example.org/")
    assert book_sections.page_address("notation.md") == "https://example.org/notation.html"
    for other in ("https://evil.example/notation.md", "../notation.md", "nothing.md", "#x"):
        assert book_sections.page_address(other) is None
    assert (ROOT / "book" / "notation.md").exists()
