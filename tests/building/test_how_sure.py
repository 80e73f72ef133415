"""Claims and their rows lead to each other, in the book that is built."""

import json

import pytest
from book_site.text import how_sure
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)
KNOWN = {"How sure?": {"two"}}
CLAIM_HTML = '<div class="mh-figure mh-claim" id="{}" data-claim="{{}}">{}</div>'


@pytest.fixture
def root(tmp_path):
    """A book with one claim, which this repository's book does not have."""
    (tmp_path / "book").mkdir()
    chapters = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [CLAIM.to_store()]}}
    (tmp_path / how_sure.FILE).write_text(json.dumps(chapters), "utf-8")
    return tmp_path


def test_claims_are_those_of_the_book_that_is_built(root, tmp_path):
    assert how_sure.known_claims(root) == {"How sure?": {"two"}, "Where it holds": set()}
    found = {"chapters": {"07-c": {"found": {"two": [0.5]}}}}
    (root / how_sure.SETTINGS_FILE).write_text(json.dumps(found), "utf-8")
    assert how_sure.known_claims(root) == {key: {"two"} for key in how_sure.ROWS}
    assert how_sure.known_claims(tmp_path / "elsewhere") == {key: set() for key in how_sure.ROWS}


def test_a_claim_leads_to_its_row_and_an_unknown_one_nowhere():
    known_claim, new_claim = (
        CLAIM_HTML.format("claim-two", "✓ Two"),
        CLAIM_HTML.format("claim-new", "✓ New"),
    )
    linked = how_sure.link_claims(KNOWN, "book/07-c.html", known_claim + new_claim)
    link = '<a href="how-sure.html#of-claim-two">How sure?</a>'
    assert linked == known_claim.replace("✓ Two", f"✓ Two {link}") + new_claim


def test_a_quoted_claim_leads_to_its_row_in_other_settings_too():
    quoted = {key: {"two"} for key in how_sure.ROWS}
    linked = how_sure.link_claims(quoted, "book/07-c.html", CLAIM_HTML.format("claim-two", "✓ Two"))
    assert linked.endswith(
        '<a href="how-sure.html#of-claim-two">How sure?</a> '
        '<a href="settings.html#where-claim-two">Where it holds</a></div>'
    )
    assert how_sure.link_claims(quoted, "book/07-c.html", linked) == linked


def test_a_link_of_an_earlier_build_is_replaced_or_removed():
    page = CLAIM_HTML.format("claim-two", "✓ Two")
    linked = how_sure.link_claims(KNOWN, "book/07-c.html", page)
    assert how_sure.link_claims(KNOWN, "book/07-c.html", linked) == linked
    assert how_sure.link_claims({}, "book/07-c.html", linked) == page
