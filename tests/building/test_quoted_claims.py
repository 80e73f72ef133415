"""Every claim that people quote has its row in other settings, and its words say where it ends."""

import json

from book_site.text import quoted_claims, settings_tables
from conftest import ROOT
from multihead.claims import replications

FILE = ROOT / "book" / "settings.json"
KNOWN = {c.id for kept in replications.load().values() for c in kept["claims"]}


def test_each_card_summary_and_question_says_what_it_rests_on():
    listed = quoted_claims.read(ROOT)
    named = {f"{kind}: {p}" for kind in ("cards", "summaries", "questions") for p in listed[kind]}
    assert named == quoted_claims.texts(ROOT).keys() - {f"chapter {quoted_claims.LAST[:2]}"}


def test_each_quoted_claim_is_a_claim_and_has_a_row():
    places = quoted_claims.places(ROOT)
    assert places.keys() - KNOWN == set()
    stored = json.loads(FILE.read_text("utf-8"))["chapters"]
    rows = {id for chapter in stored.values() for id in chapter["found"]}
    assert rows == places.keys(), "run bench/settings.py"


def test_where_a_quoted_claim_ends_is_said_where_it_is_quoted():
    ends = {
        one.claim.id for one in settings_tables.read(FILE) if False in map(one.holds, one.found)
    }
    texts, where = quoted_claims.texts(ROOT), quoted_claims.places(ROOT)
    said = set()
    for one in quoted_claims.read(ROOT)["conditions"]:
        for id in one["claims"]:
            assert any(one["said"] in texts[place] for place in where[id]), (one["said"], id)
            said.add(id)
    assert ends - said == set(), "say where they end, and list the words in book/quoted.toml"
