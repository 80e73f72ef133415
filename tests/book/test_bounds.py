"""The bounds of claims are near what was found, and are those that names and prose say."""

import re

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from multihead.claims import Claim, replications

# A bound that is as far from the values as both of these says next to nothing of them.
TOO_FAR = 0.35  # of the value, or of 1 if that is more: of a perfect R², a whole share, one bit
TOO_ROOMY = 40  # standard deviations from run to run, and over the seeds of a share
# Bounds that are far, for a reason that is not in the number.
FAR = {
    "loaded-q-k-swapped": "its page says: below 0",
    "equal-targets-1-width-1": "one bar for all widths that are too narrow",
    "query-spread-divided": "less than twice",
}
SIDE = {"above": ">", "over": ">", "more than": ">", "past": ">", "below": "<", "within": "<"}
WORDS = re.compile(rf"\b({'|'.join(SIDE)}) (\d+\.\d+|\d+ %)")
CLAIMS = [
    pytest.param(chapter, claim, id=claim.id)
    for chapter, stored_chapter in replications.load().items()
    for claim in stored_chapter["claims"]
]


def far_bounds(claim: Claim) -> list[float]:
    """List the bounds of a claim that are absurdly far from what its runs found."""
    values = np.array(claim.values)
    mean, spread = values.mean(), max(values.std(ddof=1), 1e-12)
    if claim.kind == "share":  # of which all runs can be 1 by chance
        spread = max(spread, np.sqrt(0.25 / claim.seeds) / 2)
    unit = max(abs(mean), 1)
    bounds = [bound for bound in (claim.above, claim.below) if bound is not None]
    gaps = {bound: abs(mean - bound) for bound in bounds}
    return [b for b, gap in gaps.items() if gap > TOO_FAR * unit and gap > TOO_ROOMY * spread]


@pytest.mark.parametrize(("chapter", "claim"), CLAIMS)
def test_no_bound_is_absurdly_far_from_what_was_found(chapter, claim):
    assert bool(far_bounds(claim)) == (claim.id in FAR)


def thresholds(name: str) -> list[str]:
    """Write what a claim's name says of each seed as code: "above 0.9" is ``> 0.9``."""
    parts = [(SIDE[word], number) for word, number in WORDS.findall(name)]
    return [
        f"{side} {float(number[:-2]) / 100:g}" if number.endswith("%") else f"{side} {number}"
        for side, number in parts
    ]


@pytest.mark.parametrize(("chapter", "claim"), [p for p in CLAIMS if thresholds(p.values[1].what)])
def test_the_threshold_in_a_name_is_the_one_that_is_counted(chapter, claim):
    assert claim.kind == "share"
    cells = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    for threshold in thresholds(claim.what):
        assert re.search(rf"{re.escape(threshold)}(?![\d.])", code), threshold
