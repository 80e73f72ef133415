"""Numbers that a chapter's prose quotes are those that its cells show, or that its claims found."""

import math
import re
from collections.abc import Iterator

import nbformat
import pytest
from conftest import ROOT
from multihead.claims import replications

CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?(?: ?%)?")
LIST = re.compile(r"\[ *-?\d[\d.]*(?:[, ]+-?\d[\d.]*)* *\]")
# What is no quoted result: code, formulas, addresses, names of places, a question, what a band is.
NOT_QUOTED = re.compile(
    r"```.*?```|\$\$.*?\$\$|\]\([^)]*\)|https?://\S+|`[^`]*`|\*\*Predict.*?(?:\n\n|\Z)"
    r"|(?:middle|a) 9[05] %|(?:Figure|Table|[Cc]hapters?|[Ss]tep|seed) \d[\d.]*",
    re.S,
)
CITED = "](references.md)"  # numbers beside a reference are of that paper


def numbers(text: str) -> Iterator[tuple[float, float]]:
    """Yield each number of a text, and half of its last digit."""
    for found in NUMBER.findall(text.replace("−", "-")):
        digits = found.rstrip("% ").replace(",", "")
        size = 100 if found.endswith("%") else 1
        places = len(digits.partition(".")[2])
        yield float(digits) / size, 0.5 * 10**-places / size


def lists(text: str) -> set[tuple[float, ...]]:
    """Find the rows of numbers in brackets."""
    rows = (re.split(r"[,\s]+", row.strip("[] ,")) for row in LIST.findall(text.replace("−", "-")))
    return {tuple(float(number) for number in row) for row in rows}


def shown(nb) -> str:
    """Return what the cells of a chapter say: their code and the outputs stored with them."""
    parts = []
    for cell in nb.cells:
        if cell.cell_type == "code":
            outputs = [output.get("text", "") for output in cell.outputs]
            outputs += [output.get("data", {}).get("text/plain", "") for output in cell.outputs]
            parts += [cell.source, *outputs]
    return "\n".join(parts)


def claimed(chapter: str) -> list[float]:
    """Return what the claims of a chapter found, in each run."""
    claims = replications.load().get(chapter, {"claims": []})["claims"]
    return [value for claim in claims for value in claim.found if math.isfinite(value)]


def unshown(quoted: str, pool: list[float]) -> list[float]:
    """List the numbers with decimals in a text of which the pool has none that rounds to it."""
    prose = NOT_QUOTED.sub(" ", quoted)
    return [
        number
        for number, half in numbers(prose)
        if half < 0.5 and not any(abs(one - number) <= half * 1.001 for one in pool)
    ]


def prose_of(nb) -> list[str]:
    cells = [cell.source for cell in nb.cells if cell.cell_type == "markdown"]
    return [source for source in cells if CITED not in source]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem[:2])
def test_every_number_in_prose_is_shown_by_a_cell(path):
    nb = nbformat.read(path, as_version=4)
    signed = [number for number, _ in numbers(shown(nb))] + claimed(path.stem)
    # "Lower by 0.2", and the other part of a share; a list keeps its signs.
    pool = signed + [-number for number in signed] + [1 - number for number in signed]
    missing = {number: cell for cell in prose_of(nb) for number in unshown(cell, pool)}
    assert missing == {}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem[:2])
def test_every_list_in_prose_is_shown_by_a_cell(path):
    nb = nbformat.read(path, as_version=4)
    known = lists(shown(nb))
    in_prose = "\n".join(re.sub(r"\]\([^)]*\)", "", cell) for cell in prose_of(nb))
    assert lists(re.sub(r"\$[^$]*\$", "", in_prose)) <= known


def test_a_number_or_a_sign_that_no_cell_shows_is_found():
    assert unshown("It is 0.47, or 47 %.", [0.4671]) == []
    assert unshown("It is 0.48 of `0.9`, $$0.8$$", [0.4671]) == [0.48]
    assert lists("`[0, -1]` and [2. 3.]") == {(0, -1), (2, 3)}
    assert not lists("`[0, 1]`") <= lists("[ 0. -1.]")
