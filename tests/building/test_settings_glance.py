"""Where quoted claims hold is said above the table: everywhere, or each edge in words, once."""

from dataclasses import replace

from book_site.text import settings_glance, stale_results
from book_site.text.settings_tables import ClaimInSettings
from bs4 import BeautifulSoup
from multihead.claims import Claim

TWO = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)
VALUES = {"rate × 3": 0.9, "AdamW": 0.9, "start × 3": 0.9}


def entry(id: str, **values: float | str) -> ClaimInSettings:
    return ClaimInSettings("07-c", replace(TWO, id=id, what=id), VALUES | values)


WHOLE, NO_ADAM_W = entry("whole"), entry("ending", AdamW=0.1)
UNTRIED = entry("untried", **dict.fromkeys(VALUES, "a time, nothing is trained"))


def seen(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser").select_one(".mh-glance")


def test_the_claims_that_hold_in_every_setting_and_edges_in_words_are_seen():
    claims = [WHOLE, NO_ADAM_W, entry("as-well", AdamW=0.5), UNTRIED]
    at_a_glance = seen(settings_glance.with_table(claims))
    assert "1 of 3 claims hold in every setting that was tried." in at_a_glance.text
    assert [item.text for item in at_a_glance.select("li")] == ["whole"]
    assert at_a_glance.select_one("thead th").text == "2 have an edge"
    (row,) = at_a_glance.select("tbody tr")
    assert [a.text for a in row.select("th a")] == ["ending", "as-well"]
    assert row.td.text == "AdamW"
    assert "Not tried in other settings: untried (a time, nothing is trained)." in at_a_glance.text


def test_nothing_is_said_to_hold_or_to_end_where_no_claim_does():
    only_ending = seen(settings_glance.with_table([NO_ADAM_W]))
    assert "0 of 1 claims hold" in only_ending.text
    assert (only_ending.select("li"), only_ending.select(".mh-holds")) == ([], [])
    assert only_ending.select_one("thead th").text == "1 has an edge"
    only_whole = seen(settings_glance.with_table([WHOLE]))
    assert only_whole.table is None


def test_a_chapter_whose_code_has_changed_says_so():
    old = settings_glance.with_table([WHOLE._replace(is_stale=True)])
    assert f"This chapter is {stale_results.STALE}." in seen(old).text
    assert stale_results.STALE not in settings_glance.with_table([WHOLE])


def test_a_chapter_without_quoted_claims_shows_nothing():
    assert settings_glance.with_table([]) == ""
