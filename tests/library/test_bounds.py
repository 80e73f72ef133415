"""The bounds of claims are near what was found, and are those that names and prose say."""

import re
from pathlib import Path

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
    for chapter, kept in replications.load().items()
    for claim in kept["claims"]
]


def far(claim: Claim) -> list[float]:
    """List the bounds of a claim that are absurdly far from what its runs found."""
    values = np.array(claim.found)
    mean, spread = values.mean(), max(values.std(ddof=1), 1e-12)
    if claim.kind == "share":  # of which all runs can be 1 by chance
        spread = max(spread, np.sqrt(0.25 / claim.seeds) / 2)
    unit = max(abs(mean), 1)
    bounds = [bound for bound in (claim.above, claim.below) if bound is not None]
    gaps = {bound: abs(mean - bound) for bound in bounds}
    return [b for b, gap in gaps.items() if gap > TOO_FAR * unit and gap > TOO_ROOMY * spread]


@pytest.mark.parametrize(("chapter", "claim"), CLAIMS)
def test_no_bound_is_absurdly_far_from_what_was_found(chapter, claim):
    assert bool(far(claim)) == (claim.id in FAR)


def test_a_loosened_bound_is_found():
    found = 0.9991, 0.9992, 0.9993
    assert far(Claim("r2", "R²", "median", 20, found, above=0.98)) == []
    assert far(Claim("r2", "R²", "median", 20, found, above=0.5)) == [0.5]
    assert far(Claim("r2", "R²", "median", 20, found, above=0.5, below=1.5)) == [0.5, 1.5]


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


def test_a_threshold_is_read_from_a_name():
    assert thresholds("Two heads score above 0.9 after 240 steps") == ["> 0.9"]
    assert thresholds("writes over 2 % of it, R² within 0.02 of 1/2") == ["> 0.02", "< 0.02"]
    assert thresholds("A soft pattern of 12 positions, a head 4 wide") == []


SAID = re.compile(
    r"\b(?:above|below|at least|at most|more than|less than|fewer than|over|under) (\d+\.\d+|\d+ %)"
)
IN_THE_LIBRARY = {"05": {0.1}}  # heads have parted: `PARTED`
NOT_OURS = re.compile(r"\*\*Predict.*?(?:\n\n|\Z)", re.S)  # a question may offer any number


def bounds_said(prose: str) -> list[float]:
    """List the numbers that some prose sets as bounds: "above 0.98", "fewer than 95 %"."""
    said = SAID.findall(NOT_OURS.sub("", prose))
    return [float(n[:-2]) / 100 if n.endswith("%") else float(n) for n in said]


def parts_of(path: Path) -> list[tuple[list[str], str]]:
    """Cut a chapter at its headings: the prose and the code of each part."""
    parts: list[tuple[list[str], list[str]]] = [([], [])]
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown" and re.search(r"^##? ", cell.source, re.M):
            parts.append(([], []))
        parts[-1][cell.cell_type == "code"].append(cell.source)
    return [(prose, "\n".join(code)) for prose, code in parts]


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*.ipynb")), ids=lambda p: p.stem[:2])
def test_a_bound_that_prose_sets_stands_in_the_code_of_its_part(path):
    """Or in that of the part before, whose last words may stand above the next heading."""
    before = ""
    for prose, code in parts_of(path):
        known = {float(n) for n in re.findall(r"(?<![\w.])\d+\.?\d*", before + code)}
        own = [text for text in prose if "](references.md)" not in text]  # else that of a paper
        said = {bound for text in own for bound in bounds_said(text)}
        assert said - known <= IN_THE_LIBRARY.get(path.stem[:2], set())
        before = code + "\n"


def test_a_bound_is_read_from_prose():
    assert bounds_said("It is above 0.98, and fewer than 95 % in 0.5 of them.") == [0.98, 0.95]
    assert bounds_said("**Predict.** Is it above 0.3?\n\nIt is over 3.") == []
