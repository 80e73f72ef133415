"""A term's definition stands in the margin, beside the first bold place that introduces it."""

import pytest
from built_pages import CHAPTERS, soup_of


def test_each_note_follows_the_link_of_its_term_and_says_what_the_glossary_says(site):
    glossary = soup_of(site / "book" / "glossary.html")
    term_of_name = {t.get_text().rstrip("#").lower(): t for t in glossary.select("dt[id]")}
    notes = 0
    for page in CHAPTERS:
        noted_terms = set()
        for note in soup_of(site / page).select(".mh-definition"):
            name = note.strong.get_text().rstrip(". ").lower()
            assert note.find_previous_sibling("a")["href"].startswith("glossary.html#term-")
            assert note.find_parent(["table", "li", "figcaption"]) is None
            assert name not in noted_terms, f"{page} defines {name} twice"
            noted_terms.add(name)
            text = term_of_name[name].find_next("dd").p.get_text()
            assert note.get_text().endswith(text), name
            assert note.select("a") == []
            notes += 1
    assert notes > 40


def test_it_is_beside_its_paragraph_where_there_is_a_margin_and_not_elsewhere(open_page):
    page = open_page("12-copies", viewport={"width": 1366, "height": 800})
    note = page.locator(".mh-definition").first
    text = page.locator("p:has(> .mh-definition)").first.bounding_box()
    box = note.bounding_box()
    assert box["x"] >= text["x"] + 600
    assert abs(box["y"] - text["y"]) < text["height"]
    page.set_viewport_size({"width": 1100, "height": 800})
    assert not note.is_visible()


@pytest.mark.parametrize("width", [390, 1366])
def test_the_notes_of_a_widget_stay_in_it(open_page, width):
    """Three widgets have notes of their own, which the style of the site is not for."""
    page = open_page("15-heads-that-need-each-other", viewport={"width": width, "height": 800})
    notes = page.locator("[data-mh-widget] .mh-note:not(:empty)")
    styles = notes.evaluate_all("all => all.map(getComputedStyle).map((s) => [s.display, s.float])")
    assert len(styles) > 2
    assert [style for style in styles if style[0] == "none" or style[1] != "none"] == []
