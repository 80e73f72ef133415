"""What became of a chapter's claims is said above their tables: all of them, each with its edge."""

from dataclasses import replace

from book_site.pages import style
from book_site.text import claim_counts, glance, replication_glance, settings_glance, stale_results
from book_site.text.settings_tables import ClaimInSettings
from bs4 import BeautifulSoup
from multihead.claims import Claim

TWO = Claim("two", "Two < 3", "share", 25, (0.8, 0.84, 0.88), above=0.5)
MOVED = replace(TWO, id="moved", what="Moved", before=((0.7, None),))
FAILING = replace(TWO, id="failing", what="Failing", above=0.82)
CHAPTERS = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [TWO, MOVED]}}
VALUES = {"rate × 3": 0.9, "AdamW": 0.9, "start × 3": 0.9}


def entry(id: str, **values: float | str) -> ClaimInSettings:
    return ClaimInSettings("07-c", replace(TWO, id=id, what=id), VALUES | values)


WHOLE, NO_ADAM_W = entry("whole"), entry("ending", AdamW=0.1)
UNTRIED = entry("untried", **dict.fromkeys(VALUES, "a time, nothing is trained"))
IN_SETTINGS = [WHOLE, NO_ADAM_W, entry("as-well", AdamW=0.5), UNTRIED]


def parts(html: str) -> tuple[BeautifulSoup, BeautifulSoup]:
    """Return what is seen at a glance and what is folded; every name leads to a folded row."""
    soup = BeautifulSoup(html, "html.parser")
    seen, folded = soup.select_one(".mh-glance"), soup.select_one("details:not([open])")
    rows = {f"#{row['id']}" for row in folded.select("tr[id]")}
    assert {a["href"] for a in seen.select("a")} == rows
    return seen, folded


def test_the_claims_that_hold_in_all_runs_the_least_room_and_moved_bounds_are_seen():
    seen, _ = parts(replication_glance.with_table("07-c", CHAPTERS, set()))
    assert "2 of 2 claims hold in all 3 runs." in seen.text
    assert [item.text for item in seen.select("li")] == ["Two < 3", "Moved"]
    room = f"{TWO.margin:.1f}"
    assert f"Two < 3: found 80% to 88%, claimed above 50%, {room} standard deviations" in seen.text
    assert "Bounds moved after a replication. Moved: above 50%, before above 70%." in seen.text


def test_a_claim_that_does_not_hold_in_all_runs_says_so():
    chapters = {"07-c": CHAPTERS["07-c"] | {"claims": [TWO, FAILING]}}
    seen, _ = parts(replication_glance.with_table("07-c", chapters, {"07-c"}))
    assert "1 of 2 claims hold in all 3 runs." in seen.text
    assert [item.text for item in seen.select("li")] == ["Two < 3"]
    assert "Does not hold in all runs. Failing: in 2 of 3." in seen.text
    assert f"These results are {stale_results.STALE}." in seen.text


def test_a_chapter_without_claims_shows_nothing():
    assert replication_glance.with_table("08-d", CHAPTERS, set()) == ""
    assert settings_glance.with_table([]) == ""


def test_the_claims_that_hold_in_every_setting_and_edges_in_words_are_seen():
    seen, _ = parts(settings_glance.with_table(IN_SETTINGS))
    assert "1 of 3 claims hold in every setting that was tried." in seen.text
    assert [item.text for item in seen.select("li")] == ["whole"]
    assert seen.select_one("thead th").text == "2 have an edge"
    (row,) = seen.select("tbody tr")
    assert [a.text for a in row.select("th a")] == ["ending", "as-well"]
    assert row.td.text == "AdamW"
    assert "Not tried in other settings: untried (a time, nothing is trained)." in seen.text


def test_nothing_is_said_to_hold_or_to_end_where_no_claim_does():
    only_ending, _ = parts(settings_glance.with_table([NO_ADAM_W]))
    assert "0 of 1 claim hold" in only_ending.text
    assert (only_ending.select("li"), only_ending.select(".mh-holds")) == ([], [])
    assert only_ending.select_one("thead th").text == "1 has an edge"
    only_whole, _ = parts(settings_glance.with_table([WHOLE]))
    assert only_whole.table is None


def test_both_pages_begin_with_both_counts_and_say_why_both_are_true():
    on_seeds = "On other seeds, 2 of 2 claims hold in all 3 runs"
    in_settings = "In other settings, 1 of the 3 claims that people quote hold"
    seeds_page = claim_counts.of_seeds_page(CHAPTERS, IN_SETTINGS, {"07-c"})
    settings_page = claim_counts.of_settings_page(CHAPTERS, IN_SETTINGS)
    assert seeds_page.startswith(on_seeds)
    assert settings_page.startswith(in_settings)
    for page in (seeds_page, settings_page):
        assert on_seeds in page
        assert in_settings in page
        assert claim_counts.BOTH_TRUE in page
    assert f"Chapter 07 is {stale_results.STALE}." in seeds_page
    assert stale_results.STALE not in settings_page
    assert "make replicate" in claim_counts.of_seeds_page({}, [], set())


def test_results_that_are_missing_or_stale_are_counted():
    lacking = [entry("new", AdamW="not run yet")._replace(is_stale=True)]
    page = claim_counts.of_settings_page(CHAPTERS, lacking)
    assert "1 more results are not run yet." in page
    assert f"Chapter 07 is {stale_results.STALE}." in page


def test_the_settings_that_end_most_claims_are_named():
    assert claim_counts.commonest_edges(IN_SETTINGS, n_edges=1) == (
        "The changes that end the most claims are AdamW (2 of 3 end)."
    )


def test_a_browser_that_opens_no_fold_is_helped(static_page):
    """Chromium opens it by itself, so it is closed again before the script sees the link."""
    script = (style.HERE / "open_fold.js").read_text("utf-8")
    html = glance.folded('<table><tr id="of-claim-r²"><td>Row</td></tr></table>', "All numbers")
    page = static_page(html, f"<script>{script}</script>", hash="#of-claim-r%C2%B2")
    fold = page.locator("details")
    fold.evaluate("fold => { fold.open = false }")
    page.evaluate("dispatchEvent(new Event('hashchange'))")
    assert fold.evaluate("fold => fold.open")
    page.evaluate("location.hash = '#elsewhere'")
    fold.evaluate("fold => { fold.open = false }")
    page.evaluate("dispatchEvent(new Event('hashchange'))")
    assert not fold.evaluate("fold => fold.open")
