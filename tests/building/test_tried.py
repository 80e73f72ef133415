"""Every claim that people quote has its row in other settings, and its words say where it ends."""

import json

import pytest
from book_site.text import quoted, settings_picture, tried
from conftest import ROOT
from multihead.claims import Claim, replications
from proved import digests

from bench.settings import settings as tried_now

FILE = ROOT / "book" / "settings.json"
STORED = json.loads(FILE.read_text("utf-8"))
KNOWN = {c.what: c for kept in replications.load().values() for c in kept["claims"]}


def test_each_card_summary_and_question_says_what_it_rests_on():
    listed = quoted.read(ROOT)
    named = {f"{kind}: {p}" for kind in ("cards", "summaries", "questions") for p in listed[kind]}
    assert named == quoted.texts(ROOT).keys() - {"chapter 15"}


def test_each_quoted_claim_is_a_claim_and_has_a_row():
    names = quoted.places(ROOT)
    assert names.keys() - KNOWN.keys() == set()
    rows = {name for chapter in STORED["chapters"].values() for name in chapter["found"]}
    assert rows == names.keys(), "run bench/settings.py"


def test_the_rows_are_of_the_settings_that_are_tried_and_none_is_empty():
    assert [*STORED["settings"]] == [*tried_now()]
    for chapter in STORED["chapters"].values():
        for values in chapter["found"].values():
            assert len(values) == len(STORED["settings"])
            assert all(isinstance(value, float) or value for value in values)


@pytest.mark.parametrize("chapter", STORED["chapters"])
def test_what_was_found_is_of_the_chapter_as_it_is(chapter):
    now = digests()[ROOT / "book" / f"{chapter}.ipynb"]
    how = f"stale: run bench/settings.py --chapters {chapter[:2]} and commit book/settings.json"
    assert STORED["chapters"][chapter]["made_from"] == now, how


def test_where_a_quoted_claim_ends_is_said_where_it_is_quoted():
    ends = {one.claim.what for one in tried.read(FILE) if False in map(one.holds, one.found)}
    texts, where = quoted.texts(ROOT), quoted.places(ROOT)
    said = set()
    for one in quoted.read(ROOT)["conditions"]:
        for name in one["claims"]:
            assert any(one["said"] in texts[place] for place in where[name]), (one["said"], name)
            said.add(name)
    assert ends - said == set(), "say where they end, and list the words in book/quoted.toml"


ONE = Claim("Two", "share", 20, (0.95,), above=0.5)
TRIED = tried.Tried("07-c", ONE, {"rate × 3": 0.25, "AdamW": 0.9, "wide": "is about the width"})


def test_a_row_lists_where_a_claim_holds_where_not_and_why_it_was_not_asked():
    row = tried.row(TRIED)
    assert row.link == "07-c.html#claim-two"
    assert row.cells == (
        "above 50%",
        "95%",
        "AdamW: 90%",
        "rate\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}3: 25%",
        "wide: is about the width",
    )
    assert "where-claim-two" in tried.table([TRIED], "07-c")
    assert "where-claim-two" not in tried.table([TRIED], "08-d")


def test_a_value_on_a_bound_does_not_hold():
    assert TRIED._replace(found={"a": 0.5}).holds("a") is False


def test_summary_and_picture_count_what_was_asked():
    assert "0 of 1 quoted claims hold" in tried.summary([TRIED])
    assert "Of all 2 values found, 1 lie" in tried.summary([TRIED])
    later = TRIED._replace(found={"AdamW": "not run yet"})
    assert "0 of 1 quoted" in tried.summary([TRIED, later])
    assert "1 more were not run yet." in tried.summary([TRIED, later])
    drawn = settings_picture.drawn([TRIED]).markup
    assert "rate × 3 0 of 1, AdamW 1 of 1." in drawn
    assert "wide" not in settings_picture.in_words([TRIED])
