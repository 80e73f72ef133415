"""Claims and their rows lead to each other, in the book that is built."""

import json

import pytest
from book_site.text import how_sure
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)
CLAIM_HTML = '<div class="mh-figure mh-claim" id="{}" data-claim="{{}}">{}</div>'


@pytest.fixture
def root(tmp_path):
    """A book with one claim, which this repository's book does not have."""
    (tmp_path / "book").mkdir()
    chapters = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [CLAIM.to_store()]}}
    (tmp_path / how_sure.FILE).write_text(json.dumps(chapters), "utf-8")
    return tmp_path


def test_claims_are_those_of_the_book_that_is_built(root, tmp_path):
    assert how_sure.known_claims(root) == {"two"}
    assert how_sure.known_claims(tmp_path / "elsewhere") == set()


def test_a_claim_leads_to_its_row_and_an_unknown_one_nowhere():
    known_claim, new_claim = (
        CLAIM_HTML.format("claim-two", "✓ Two"),
        CLAIM_HTML.format("claim-new", "✓ New"),
    )
    linked = how_sure.link_claims({"two"}, "book/07-c.html", known_claim + new_claim)
    link = '<a href="how-sure.html#of-claim-two">How sure?</a>'
    assert linked == known_claim.replace("✓ Two", f"✓ Two {link}") + new_claim


def test_a_link_of_an_earlier_build_is_replaced_or_removed():
    page = CLAIM_HTML.format("claim-two", "✓ Two")
    linked = how_sure.link_claims({"two"}, "book/07-c.html", page)
    assert how_sure.link_claims({"two"}, "book/07-c.html", linked) == linked
    assert how_sure.link_claims(set(), "book/07-c.html", linked) == page
