"""A row for each quoted claim: where it holds, where it does not, why it was not asked."""

from book_site.text import settings_tables, stale_results
from multihead.claims import Claim

ONE = Claim("two", "Two", "share", 20, (0.95,), above=0.5)
TRIED = settings_tables.Tried(
    "07-c", ONE, {"rate × 3": 0.25, "AdamW": 0.9, "wide": "is about the width"}
)


def test_a_row_lists_where_a_claim_holds_where_not_and_why_it_was_not_asked():
    row = settings_tables.row(TRIED)
    assert row.link == "07-c.html#claim-two"
    assert row.cells == (
        "above 50%",
        "95%",
        "AdamW: 90%",
        "rate\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}3: 25%",
        "wide: is about the width",
    )
    assert "where-claim-two" in settings_tables.table([TRIED], "07-c")
    assert "where-claim-two" not in settings_tables.table([TRIED], "08-d")


def test_values_that_other_code_found_say_so():
    assert stale_results.SAID not in settings_tables.table(
        [TRIED], "07-c"
    ) + settings_tables.summary([TRIED])
    old = TRIED._replace(is_stale=True)
    assert f"90% ({stale_results.SAID})" in settings_tables.table([old], "07-c")
    assert settings_tables.summary([old, old]).count(f"Chapter 07 is {stale_results.SAID}.") == 1


def test_a_value_on_a_bound_does_not_hold():
    assert TRIED._replace(found={"a": 0.5}).holds("a") is False


def test_the_summary_counts_what_was_asked():
    assert "0 of 1 quoted claims hold" in settings_tables.summary([TRIED])
    assert "Of all 2 values found, 1 lie" in settings_tables.summary([TRIED])
    later = TRIED._replace(found={"AdamW": "not run yet"})
    assert "0 of 1 quoted" in settings_tables.summary([TRIED, later])
    assert "1 more were not run yet." in settings_tables.summary([TRIED, later])
