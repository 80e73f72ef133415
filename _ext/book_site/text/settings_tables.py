"""Quoted claims in other settings, as `bench/settings.py` found: a summary, and rows of a table."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from multihead.claims import Claim, replications
from multihead.show import tables

from book_site.text import stale_results

COLUMNS = ("claim", "claimed", "on the page", "holds", "does not hold", "not asked")
NONE = "–"
LATER = "not run yet"
ONE_WORD = str.maketrans({" ": "\N{NO-BREAK SPACE}"})


class Tried(NamedTuple):
    """A quoted claim and, for each setting, what was found there or why it was not asked."""

    chapter: str
    claim: Claim
    found: dict[str, float | str]
    is_stale: bool = False

    def holds(self, setting: str) -> bool | None:
        """Say whether it holds there; None where it was not asked."""
        value = self.found[setting]
        return None if isinstance(value, str) else self.claim.low < value < self.claim.high

    def where(self, holds: bool) -> str:
        names = [name for name in self.found if self.holds(name) is holds]
        found = ((n.translate(ONE_WORD), float(self.found[n])) for n in names)
        return "; ".join(f"{name}: {self.claim.written(value)}" for name, value in found) or NONE

    def why_not(self) -> str:
        reasons: dict[str, list[str]] = {}
        for name, value in self.found.items():
            if isinstance(value, str):
                reasons.setdefault(value, []).append(name.translate(ONE_WORD))
        return "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items()) or NONE


def read(file: Path) -> list[Tried]:
    """Read what was found, beside each claim as its chapter states it."""
    kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    stated = {c.id: c for chapter in replications.load().values() for c in chapter["claims"]}
    old = {
        chapter: stale_results.is_stale(file.with_name(f"{chapter}.ipynb"), one["made_from"])
        for chapter, one in kept["chapters"].items()
    }
    return [
        Tried(chapter, stated[id], dict(zip(kept["settings"], values, strict=True)), old[chapter])
        for chapter, one in kept["chapters"].items()
        for id, values in one["found"].items()
    ]


def summary(tried: list[Tried]) -> str:
    cells = [one.holds(name) for one in tried for name in one.found]
    asked = [one for one in tried if {True, False} & set(map(one.holds, one.found))]
    everywhere = sum(False not in map(one.holds, one.found) for one in asked)
    found = len(cells) - cells.count(None)
    old = dict.fromkeys(one.chapter for one in tried if one.is_stale)
    waiting = sum(value == LATER for one in tried for value in one.found.values())
    return (
        f"{everywhere} of {len(asked)} quoted claims hold in every setting in which they were "
        f"asked. Of all {found} values found, {cells.count(True)} lie within their bounds."
        + (f" {waiting} more were not run yet." if waiting else "")
        + "".join(f" Chapter {name[:2]} is {stale_results.SAID}." for name in old)
    )


def table(tried: list[Tried], chapter: str) -> str:
    return tables.markup(COLUMNS, (row(one) for one in tried if one.chapter == chapter))


def row(one: Tried) -> tables.Row:
    claim = one.claim
    holds = one.where(True) + f" ({stale_results.SAID})" * one.is_stale
    cells = claim.bounds(), claim.written(claim.found[0]), holds, one.where(False)
    link = f"{one.chapter}.html#{claim.anchor}"
    return tables.Row(claim.what, (*cells, one.why_not()), link=link, id=f"where-{claim.anchor}")
