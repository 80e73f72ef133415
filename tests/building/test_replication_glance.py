"""What replications found is said above the table: what holds, the least room, moved bounds."""

from dataclasses import replace

from book_site.text import replication_glance, stale_results
from bs4 import BeautifulSoup
from multihead.claims import Claim

TWO = Claim("two", "Two < 3", "share", 25, (0.8, 0.84, 0.88), above=0.5)
MOVED = replace(TWO, id="moved", what="Moved", before=((0.7, None),))
FAILING = replace(TWO, id="failing", what="Failing", above=0.82)
CHAPTERS = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [TWO, MOVED]}}


def seen(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser").select_one(".mh-glance")


def test_the_claims_that_hold_in_all_runs_the_least_room_and_moved_bounds_are_seen():
    at_a_glance = seen(replication_glance.with_table("07-c", CHAPTERS, set(), {}))
    assert "2 of 2 claims hold in all 3 runs." in at_a_glance.text
    assert [item.text for item in at_a_glance.select("li")] == ["Two < 3", "Moved"]
    room = f"{TWO.margin:.1f}"
    assert (
        f"Two < 3: found 80% to 88%, claimed above 50%, {room} standard deviations"
        in at_a_glance.text
    )
    assert (
        "Bounds moved after a replication. Moved: above 50%, before above 70%." in at_a_glance.text
    )


def test_a_claim_that_does_not_hold_in_all_runs_says_so():
    chapters = {"07-c": CHAPTERS["07-c"] | {"claims": [TWO, FAILING]}}
    at_a_glance = seen(replication_glance.with_table("07-c", chapters, {"07-c"}, {}))
    assert "1 of 2 claims hold in all 3 runs." in at_a_glance.text
    assert [item.text for item in at_a_glance.select("li")] == ["Two < 3"]
    assert "Does not hold in all runs. Failing: in 2 of 3." in at_a_glance.text
    assert f"This chapter is {stale_results.STALE}." in at_a_glance.text


def test_a_chapter_without_claims_shows_nothing():
    assert replication_glance.with_table("08-d", CHAPTERS, set(), {}) == ""
