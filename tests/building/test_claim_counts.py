"""Both pages about claims begin with the same two counts, and say why both are true."""

from dataclasses import replace

from book_site.text import claim_counts, stale_results
from book_site.text.settings_tables import ClaimInSettings
from multihead.claims import Claim

TWO = Claim("two", "Two", "share", 25, (0.8, 0.84, 0.88), above=0.5)
VALUES = {"rate × 3": 0.9, "AdamW": 0.9, "start × 3": 0.9}


def entry(id: str, **values: float | str) -> ClaimInSettings:
    return ClaimInSettings("07-c", replace(TWO, id=id, what=id), VALUES | values)


CHAPTERS = {"07-c": {"runs": [[0, ""], [1, ""], [2, ""]], "claims": [TWO, TWO]}}
UNTRIED = entry("untried", **dict.fromkeys(VALUES, "a time, nothing is trained"))
IN_SETTINGS = [entry("whole"), entry("ending", AdamW=0.1), entry("as-well", AdamW=0.5), UNTRIED]


def test_both_pages_begin_with_both_counts_and_say_why_both_are_true():
    on_seeds = "On other seeds, 2 of 2 claims hold in all 3 runs"
    in_settings = "In other settings, 1 of 3 claims that people quote hold"
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
