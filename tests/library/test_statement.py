"""A claim says what it found and what it allows; one that fails is an error only on request."""

import json
import math

import pytest
import torch
from bs4 import BeautifulSoup
from multihead.claims import ClaimError, claim, median, share
from multihead.claims import statement as claims
from multihead.claims.statement import MIME, Claim, stated
from scipy.stats import binom, norm

R2 = torch.tensor([0.2, 0.9, 0.7, 0.8, 0.95])


@pytest.mark.parametrize(
    ("values", "bounds", "text"),
    [
        (median(R2), {"above": 0.5}, "✓ A name: median 0.8 over 5 seeds, claimed above 0.5"),
        (
            share(R2 > 0.75),
            {"above": 0.25, "below": 0.9},
            "✓ A name: 3 of 5 seeds, claimed above 25% and below 90%",
        ),
        (
            median(R2),
            {"below": 0.5},
            "✗ This run does not show: A name. Found median 0.8 over 5 seeds; claimed below 0.5.",
        ),
        (
            0.123456,
            {"above": 0.2, "seeds": 7},
            "✗ This run does not show: A name. Found 0.123456 over 7 seeds; claimed above 0.2.",
        ),
    ],
)
def test_a_claim_shows_its_name_value_seeds_and_bounds(values, bounds, text):
    stated_claim = stated("a-name", "A name", values, **bounds)
    assert repr(stated_claim) == text
    assert stated_claim.holds == text.startswith("✓")


def test_a_page_writes_the_number_that_its_row_has():
    """A page knows all digits, the replications five; both round to the same three."""
    on_page, stored = 0.5015000104904175, 0.5015
    claim = Claim("right", "Right", "median", 20, (on_page,), above=0)
    assert claim.written(on_page) == claim.written(stored) == "0.501"
    assert claim.written(0.99949, digits=3) == "0.999"
    assert claim.written(on_page, digits=6) == "0.5015"


@pytest.mark.parametrize(
    ("values", "holds"),
    [(0.5, False), (0.51, True), (0.9, False), (float("nan"), False), (float("inf"), False)],
)
def test_a_value_at_a_bound_or_nan_does_not_hold(values, holds):
    assert stated("a-name", "A name", values, above=0.5, below=0.9, seeds=3).holds == holds


def test_a_claim_that_fails_is_shown_and_raises_only_on_request(monkeypatch):
    shown = []
    monkeypatch.setattr(claims, "display", shown.append)
    monkeypatch.delenv("MANY_HEADS_CLAIMS", raising=False)
    claim("low", "Low", median(R2), below=0.5)
    monkeypatch.setenv("MANY_HEADS_CLAIMS", "strict")
    claim("high", "High", median(R2), above=0.5)
    with pytest.raises(ClaimError, match=r"Low\. Found median 0\.8 over 5 seeds; claimed below"):
        claim("low", "Low", median(R2), below=0.5)
    assert [(stated_claim.what, stated_claim.holds) for stated_claim in shown] == [
        ("Low", False),
        ("High", True),
        ("Low", False),
    ]


def test_a_page_shows_the_words_and_keeps_the_numbers():
    bundle = stated("r2-of-b", "R² of <b>", float("nan"), above=0.5, seeds=3)._repr_mimebundle_()
    assert "R² of &lt;b&gt;" in bundle["text/html"]
    div = BeautifulSoup(bundle["text/html"], "html.parser").div
    assert (div["id"], div["role"]) == ("claim-r2-of-b", "note")
    assert json.loads(div["data-claim"]) == bundle[MIME]
    assert json.loads(json.dumps(bundle[MIME], allow_nan=False)) == {
        "id": "r2-of-b",
        "what": "R² of <b>",
        "kind": "number",
        "seeds": 3,
        "found": None,
        "above": 0.5,
        "below": None,
        "holds": False,
    }
    holds = stated("a", "A", 0.7, above=0.5, seeds=3)._repr_mimebundle_()
    assert 'role="note"' not in holds["text/html"]


@pytest.mark.parametrize(
    ("values", "bounds", "places"),
    [
        (median(R2), {"above": 0.6, "below": 1.0}, ("16.7%", "83.3%", "50.0%")),
        (share(R2 > 0.75), {"above": 0.25}, ("25.0%", "100.0%", "60.0%")),
        (median(R2), {"above": 0.5}, None),
        (float("nan"), {"above": 0.25, "below": 0.5, "seeds": 3}, None),
    ],
)
def test_a_gauge_has_a_scale_that_the_claim_gives_or_is_not_there(values, bounds, places):
    page = stated("a-name", "A name", values, **bounds)._repr_mimebundle_()["text/html"]
    gauge = BeautifulSoup(page, "html.parser").select(".mh-gauge")
    if places is None:
        assert gauge == []
    else:
        assert gauge[0]["style"] == "--low:{};--high:{};--at:{}".format(*places)


def test_the_words_of_a_claim_are_those_of_its_text():
    for bounds in ({"above": 0.5}, {"below": 0.5}):
        bundle = stated("a-name", "A name", median(R2), **bounds)._repr_mimebundle_()
        div = BeautifulSoup(bundle["text/html"], "html.parser").div
        assert div.get_text() == bundle["text/plain"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: stated("a", "A name", median(R2)), "'A name' has no bound; give above="),
        (lambda: stated("a", "A", 0.7, above=0.5), "no number of seeds; give seeds="),
        (lambda: stated("a", "A", median(R2), above=2, below=1), "2 and below 1; swap"),
    ],
)
def test_bad_claims_are_rejected(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    "id", ["", "Two-heads", "two heads", "r²", "two--heads", "-two", "two-", "a" * 41]
)
def test_an_id_is_small_letters_digits_and_hyphens(id):
    with pytest.raises(ValueError, match="at most 40 small letters, digits") as error:
        stated(id, "A name", median(R2), above=0.5)
    assert f"'A name' has the id {id!r}" in str(error.value)
    assert stated("a" * 40, "A name", median(R2), above=0.5).holds


# Over all runs.


def claim_of_runs(values, above=None, below=None, kind="median"):
    return Claim("a-name", "A name", kind, 20, tuple(values), above, below)


def test_margin_is_the_nearest_bound_in_standard_deviations():
    values = [0.9, 1.0, 1.1]  # standard deviation 0.1
    assert claim_of_runs(values, above=0.5).margin == pytest.approx(5)
    assert claim_of_runs(values, above=0.5, below=1.2).margin == pytest.approx(2)
    assert claim_of_runs(values, below=0.8).margin == pytest.approx(-2)


def test_margin_of_a_share_is_the_chance_of_too_few_seeds():
    values = [1.0, 0.9, 0.95, 1.0]  # 77 of 80 seeds
    chance = binom.cdf(15, 20, 77.5 / 81)  # 15 of 20 is not above .75
    assert norm.sf(claim_of_runs(values, above=0.75, kind="share").margin) == pytest.approx(chance)
    assert claim_of_runs(values, above=0.9, kind="share").margin < 1
    assert 4 < claim_of_runs([1.0] * 20, above=0.75, kind="share").margin < 50


@pytest.mark.parametrize("kind", ["median", "share"])
@pytest.mark.parametrize("missing", [math.nan, math.inf])
def test_a_run_without_a_finite_value_leaves_no_margin_and_does_not_hold(kind, missing):
    claim = claim_of_runs([0.9, missing, 1.0], above=0.5, kind=kind)
    assert claim.margin == -math.inf
    assert (claim.times, claim.holds) == (2, False)


def test_ends_leave_out_the_runs_without_a_value():
    claim = claim_of_runs([math.nan, 3.0, 2.0], above=0)
    assert claim.ends == (2, 3)
    assert [claim.written(value) for value in claim.values] == ["–", "3", "2"]


def test_a_share_shows_the_number_of_seeds_that_was_counted():
    """0.29 * 100 is 28.999999999999996."""
    finding = share([True] * 29 + [False] * 71)
    assert stated("a-name", "A name", finding, above=-1).value() == "29 of 100 seeds"
