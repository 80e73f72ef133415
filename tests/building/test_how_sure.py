"""Claims and their rows lead to each other, in the book that is built."""

import json

import pytest
from book_site.text import how_sure
from built_pages import CHAPTERS, soup_of
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)
KNOWN = {"How sure?": {"two": "How sure?"}}
CLAIM_HTML = '<div class="mh-figure mh-claim" id="{}" data-claim="{{}}">{}</div>'


@pytest.fixture
def root(tmp_path):
    """A book with one claim, which this repository's book does not have."""
    (tmp_path / "book").mkdir()
    chapters = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [CLAIM.to_store()]}}
    (tmp_path / how_sure.FILE).write_text(json.dumps(chapters), "utf-8")
    return tmp_path


def test_claims_are_those_of_the_book_that_is_built(root, tmp_path):
    in_no_setting = KNOWN | {"Where it holds": {}}
    assert how_sure.known_claims(root) == in_no_setting
    assert how_sure.known_claims(tmp_path / "elsewhere") == {key: {} for key in how_sure.ROWS}


@pytest.mark.parametrize(
    ("values", "words"),
    [([0.7, 0.5, "not run", 0.9], "2 of 3 settings"), (["not run"] * 4, "not tried")],
)
def test_a_link_says_in_how_many_of_the_settings_the_claim_holds(root, values, words):
    settings = ["rate × 3", "AdamW", "batch ÷ 4", "start × 3"]
    stored = {"settings": settings, "chapters": {"07-c": {"found": {"two": values}}}}
    (root / how_sure.SETTINGS_FILE).write_text(json.dumps(stored), "utf-8")
    in_settings = {"Where it holds": {"two": f"Where it holds: {words}"}}
    assert how_sure.known_claims(root) == KNOWN | in_settings
    assert how_sure.count_settings(root) == {"two": words}


def test_a_claim_leads_to_its_row_and_an_unknown_one_nowhere():
    known_claim, new_claim = (
        CLAIM_HTML.format("claim-two", "✓ Two"),
        CLAIM_HTML.format("claim-new", "✓ New"),
    )
    linked = how_sure.link_claims(KNOWN, "book/07-c.html", known_claim + new_claim)
    link = '<a href="how-sure.html#of-claim-two">How sure?</a>'
    assert linked == known_claim.replace("✓ Two", f"✓ Two {link}") + new_claim


def test_a_quoted_claim_leads_to_its_row_in_other_settings_too():
    quoted = KNOWN | {"Where it holds": {"two": "Where it holds: 12 of 15 settings"}}
    linked = how_sure.link_claims(quoted, "book/07-c.html", CLAIM_HTML.format("claim-two", "✓ Two"))
    assert linked.endswith(
        '<a href="how-sure.html#of-claim-two">How sure?</a> '
        '<a href="settings.html#where-claim-two">Where it holds: 12 of 15 settings</a></div>'
    )
    assert how_sure.link_claims(quoted, "book/07-c.html", linked) == linked


def test_a_link_of_an_earlier_build_is_replaced_or_removed():
    page = CLAIM_HTML.format("claim-two", "✓ Two")
    linked = how_sure.link_claims(KNOWN, "book/07-c.html", page)
    assert how_sure.link_claims(KNOWN, "book/07-c.html", linked) == linked
    assert how_sure.link_claims({}, "book/07-c.html", linked) == page


@pytest.mark.parametrize("page", CHAPTERS)
def test_the_summary_of_a_chapter_leads_to_its_rows_if_it_has_any(site, page):
    rows = soup_of(site / f"{how_sure.PAGE}.html")
    title = soup_of(site / page).h1.get_text()
    sections = [h.parent["id"] for h in rows.select("section > h2") if h.get_text() == title]
    links = soup_of(site / page).select("section#what-we-now-know > .mh-how-sure > a")
    assert [link["href"] for link in links] == [f"how-sure.html#{id}" for id in sections]
    assert len(links) == (page != "book/03-money-bank.html")
