"""Every claim that people quote has its row in other settings, and its words say where it ends."""

import json

from book_site.text import quoted_claims, settings_tables
from conftest import ROOT
from multihead.claims import replications

FILE = ROOT / "book" / "settings.json"
CLAIM_IDS = {c.id for kept in replications.load().values() for c in kept["claims"]}


def test_each_card_summary_and_question_says_what_it_rests_on():
    quotes = quoted_claims.read(ROOT)
    named = {f"{kind}: {p}" for kind in ("cards", "summaries", "questions") for p in quotes[kind]}
    last_chapter = f"chapter {quoted_claims.LAST_CHAPTER[:2]}"
    assert named == quoted_claims.text_by_place(ROOT).keys() - {last_chapter}


def test_each_quoted_claim_is_a_claim_and_has_a_row():
    places = quoted_claims.places(ROOT)
    assert places.keys() - CLAIM_IDS == set()
    stored = json.loads(FILE.read_text("utf-8"))["chapters"]
    rows = {id for chapter in stored.values() for id in chapter["found"]}
    assert rows == places.keys(), "run bench/settings.py"


def test_where_a_quoted_claim_ends_is_said_where_it_is_quoted():
    entries = settings_tables.read(FILE)
    ending = {entry.claim.id for entry in entries if False in map(entry.holds, entry.values)}
    texts, places = quoted_claims.text_by_place(ROOT), quoted_claims.places(ROOT)
    with_words = set()
    for condition in quoted_claims.read(ROOT)["conditions"]:
        for id in condition["claims"]:
            words = condition["said"]
            assert any(words in texts[place] for place in places[id]), (words, id)
            with_words.add(id)
    assert ending - with_words == set(), (
        "say where they end, and list the words in book/quoted.toml"
    )
