"""A claim says what it found and what it allows; one that fails is an error only on request."""

import json

import pytest
import torch
from bs4 import BeautifulSoup
from multihead.claims import Claim, ClaimError, claim, mean, median, share
from multihead.claims import statement as claims
from multihead.claims.statement import MIME

R2 = torch.tensor([0.2, 0.9, 0.7, 0.8, 0.95])


def test_median_mean_and_share_know_their_seeds():
    found = [median(R2), mean(R2), share(R2 > 0.75)]
    assert [float(f) for f in found] == pytest.approx([0.8, 0.71, 0.6])
    assert [(f.kind, f.seeds) for f in found] == [("median", 5), ("mean", 5), ("share", 5)]


@pytest.mark.parametrize(
    ("found", "bounds", "text"),
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
def test_a_claim_shows_its_name_value_seeds_and_bounds(found, bounds, text):
    made = Claim("A name", found, **bounds)
    assert repr(made) == text
    assert made.holds == text.startswith("✓")


@pytest.mark.parametrize(
    ("found", "holds"),
    [(0.5, False), (0.51, True), (0.9, False), (float("nan"), False), (float("inf"), False)],
)
def test_a_value_at_a_bound_or_nan_does_not_hold(found, holds):
    assert Claim("A name", found, above=0.5, below=0.9, seeds=3).holds == holds


def test_a_claim_that_fails_is_shown_and_raises_only_on_request(monkeypatch):
    shown = []
    monkeypatch.setattr(claims, "display", shown.append)
    monkeypatch.delenv("MANY_HEADS_CLAIMS", raising=False)
    claim("Low", median(R2), below=0.5)
    monkeypatch.setenv("MANY_HEADS_CLAIMS", "strict")
    claim("High", median(R2), above=0.5)
    with pytest.raises(ClaimError, match=r"Low\. Found median 0\.8 over 5 seeds; claimed below"):
        claim("Low", median(R2), below=0.5)
    assert [(made.what, made.holds) for made in shown] == [
        ("Low", False),
        ("High", True),
        ("Low", False),
    ]


def test_a_page_shows_the_words_and_keeps_the_numbers():
    bundle = Claim("R² of <b>", float("nan"), above=0.5, seeds=3)._repr_mimebundle_()
    assert "R² of &lt;b&gt;" in bundle["text/html"]
    div = BeautifulSoup(bundle["text/html"], "html.parser").div
    assert (div["id"], div["role"]) == ("claim-r-of-b", "note")
    assert json.loads(div["data-claim"]) == bundle[MIME]
    assert json.loads(json.dumps(bundle[MIME], allow_nan=False)) == {
        "what": "R² of <b>",
        "kind": "number",
        "seeds": 3,
        "found": None,
        "above": 0.5,
        "below": None,
        "holds": False,
        "slug": "claim-r-of-b",
    }
    assert 'role="note"' not in Claim("A", 0.7, above=0.5, seeds=3)._repr_mimebundle_()["text/html"]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Claim("A name", median(R2)), ValueError, "'A name' has no bound; give above="),
        (lambda: Claim("A name", 0.7, above=0.5), ValueError, "no number of seeds; give seeds="),
        (lambda: Claim("A", median(R2), above=2, below=1), ValueError, "2 and below 1; swap"),
        (lambda: share(R2), TypeError, r"share of float32 values; give booleans"),
        (lambda: median(R2[None]), ValueError, r"shape \(1, 5\); give one per seed"),
        (lambda: mean([]), ValueError, r"shape \(0,\); give one per seed"),
    ],
)
def test_bad_claims_are_rejected(make, error, message):
    with pytest.raises(error, match=message):
        make()
