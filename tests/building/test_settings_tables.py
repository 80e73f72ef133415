"""A row for each quoted claim: where it holds, where it does not, why it was not tried."""

from book_site.text import settings_tables, stale_results
from multihead.claims import Claim

CLAIM = Claim("two", "Two", "share", 20, (0.95,), above=0.5)
VALUES = {"rate × 3": 0.25, "AdamW": 0.9, "heads × 1.5 wide": "is about the width"}
ENTRY = settings_tables.ClaimInSettings("07-c", CLAIM, VALUES)


def test_a_row_lists_where_a_claim_holds_where_not_and_why_it_was_not_tried():
    row = settings_tables.row(ENTRY)
    assert row.link == "07-c.html#claim-two"
    cells = tuple(cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row.cells)
    assert cells == (
        "above 50%",
        '95%, <a href="how-sure.html#of-claim-two">on other seeds</a>',
        "AdamW: 90%",
        "learning rate × 3: 25%",
        "head width × 1.5: is about the width",
    )
    assert "where-claim-two" in settings_tables.table([ENTRY])


def test_values_that_other_code_found_say_so():
    assert stale_results.STALE not in settings_tables.table([ENTRY])
    old = ENTRY._replace(is_stale=True)
    assert f"90% ({stale_results.STALE})" in settings_tables.table([old])


def test_a_value_on_a_bound_does_not_hold():
    assert ENTRY._replace(values={"AdamW": 0.5}).holds("AdamW") is False


def test_a_claim_that_was_tried_nowhere_holds_nowhere():
    whole, untried = (ENTRY._replace(values={"AdamW": v}) for v in (0.9, "not run yet"))
    assert (whole.is_tried, whole.holds_everywhere) == (True, True)
    assert (untried.is_tried, untried.holds_everywhere) == (False, False)
    assert (ENTRY.is_tried, ENTRY.holds_everywhere) == (True, False)
