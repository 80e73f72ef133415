"""A row for each quoted claim: where it holds, where it does not, why it was not asked."""

from book_site.text import settings_tables, stale_results
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 20, (0.95,), above=0.5)
ENTRY = settings_tables.ClaimInSettings(
    "07-c", CLAIM, {"rate × 3": 0.25, "AdamW": 0.9, "wide": "is about the width"}
)


def test_a_row_lists_where_a_claim_holds_where_not_and_why_it_was_not_asked():
    row = settings_tables.row(ENTRY)
    assert row.link == "07-c.html#claim-two"
    assert row.cells == (
        "above 50%",
        "95%",
        "AdamW: 90%",
        "rate\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}3: 25%",
        "wide: is about the width",
    )
    assert "where-claim-two" in settings_tables.table([ENTRY], "07-c")
    assert "where-claim-two" not in settings_tables.table([ENTRY], "08-d")


def test_values_that_other_code_found_say_so():
    texts = settings_tables.table([ENTRY], "07-c"), settings_tables.summary([ENTRY])
    assert stale_results.STALE not in "".join(texts)
    old = ENTRY._replace(is_stale=True)
    assert f"90% ({stale_results.STALE})" in settings_tables.table([old], "07-c")
    assert settings_tables.summary([old, old]).count(f"Chapter 07 is {stale_results.STALE}.") == 1


def test_a_value_on_a_bound_does_not_hold():
    assert ENTRY._replace(values={"a": 0.5}).holds("a") is False


def test_the_summary_counts_what_was_asked():
    assert "0 of 1 quoted claims hold" in settings_tables.summary([ENTRY])
    assert "Of all 2 values found, 1 lie" in settings_tables.summary([ENTRY])
    not_run = ENTRY._replace(values={"AdamW": "not run yet"})
    assert "0 of 1 quoted" in settings_tables.summary([ENTRY, not_run])
    assert "1 more were not run yet." in settings_tables.summary([ENTRY, not_run])
