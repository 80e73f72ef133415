"""Sources that a number may have, likeliest first; a false number has some too."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import numpy as np
from multihead.claims import replications

from tools.quotes.cell_outputs import output_lines
from tools.quotes.numbers import Number, fits
from tools.quotes.sources import SourceError, claims, numbers_of

MOST = 3
COMMON = {
    "the",
    "of",
    "and",
    "in",
    "to",
    "with",
    "for",
    "is",
    "are",
    "it",
    "that",
    "seeds",
    "steps",
}


def candidates(number: Number, page: Path) -> list[str]:
    """List up to three sources that fit a number, most words in common with its sentence first."""
    fitting = {
        source: len(words(number.sentence) & words(about))
        for value, side, source, about in quotable(page)
        if fits(number, value, side) or (number.unit == "%" and fits(number, value / 100, side))
    }
    return sorted(fitting, key=lambda source: -fitting[source])[:MOST]


def words(text: str) -> set[str]:
    return {*re.findall(r"[^\W\d_]{2,}", text.lower())} - COMMON


@cache
def quotable(page: Path) -> list[tuple[float, str, str, str]]:
    return [*iter_quotable(page)]


def iter_quotable(page: Path) -> Iterator[tuple[float, str, str, str]]:
    """Yield what a page could quote: value, side of a bound, expression, and words about it."""
    chapter = page.suffix == ".ipynb"
    page_claims = replications.load().get(page.stem, {"claims": [*claims().values()]})["claims"]
    for claim in page_claims:
        yield float(np.nanmedian(claim.values)), "", f'claim("{claim.id}")', claim.what
        for side in ("above", "below"):
            if (bound := getattr(claim, side)) is not None:
                yield bound, side, f'bound("{claim.id}", "{side}")', claim.what
        yield claim.seeds, "", f'seeds("{claim.id}")', claim.what
    try:
        lines = output_lines(page.stem)
    except FileNotFoundError:
        lines = []
    for line in lines:
        head = re.match(r"[^\d−-]*", line)
        if head and len(head[0].strip()) > 3:
            yield from numbers_with_place(
                line.replace(head[0], "", 1), f"line({head[0].strip()!r}", line
            )
    if chapter:
        for cell in nbformat.read(page, as_version=4).cells:
            if cell.cell_type == "code":
                for line in filter(sets_a_number, cell.source.splitlines()):
                    yield from numbers_with_place(line, f"code({line.strip()!r}", cell.source)


def sets_a_number(line: str) -> bool:
    return not re.match(r"\s*(?:f?[\"']|#|print\()", line)


def numbers_with_place(text: str, call: str, about: str) -> Iterator[tuple[float, str, str, str]]:
    place = 1
    while True:
        try:
            value = numbers_of(text, place)
        except SourceError:
            return
        yield value, "", f"{call}, {place})" if place > 1 else f"{call})", about
        place += 1
