"""Quoted claims in other settings, as `bench/settings.py` found: a summary, and rows of a table."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from multihead.claims import Claim, replications
from multihead.show import tables

from book_site.text import stale_results
from book_site.text.chapter_numbers import short_name

COLUMNS = ("claim", "claimed", "on the page", "holds", "does not hold", "not asked")
EMPTY = "–"
NOT_RUN = "not run yet"
NO_BREAK = str.maketrans({" ": "\N{NO-BREAK SPACE}"})


class ClaimInSettings(NamedTuple):
    """A quoted claim and, for each setting, what was found there or why it was not asked."""

    chapter: str
    claim: Claim
    values: dict[str, float | str]
    is_stale: bool = False

    def holds(self, setting: str) -> bool | None:
        """Say whether it holds there; None where it was not asked."""
        value = self.values[setting]
        return None if isinstance(value, str) else self.claim.low < value < self.claim.high

    def list_settings(self, holds: bool) -> str:
        settings = [name for name in self.values if self.holds(name) is holds]
        pairs = ((n.translate(NO_BREAK), float(self.values[n])) for n in settings)
        return "; ".join(f"{name}: {self.claim.written(value)}" for name, value in pairs) or EMPTY

    def reasons_not_asked(self) -> str:
        reasons: dict[str, list[str]] = {}
        for name, value in self.values.items():
            if isinstance(value, str):
                reasons.setdefault(value, []).append(name.translate(NO_BREAK))
        return "; ".join(f"{', '.join(names)}: {why}" for why, names in reasons.items()) or EMPTY


def read(file: Path) -> list[ClaimInSettings]:
    """Read what was found, beside each claim as its chapter states it."""
    stored: dict[str, Any] = json.loads(file.read_text("utf-8"))
    claim_of_id = {c.id: c for chapter in replications.load().values() for c in chapter["claims"]}
    is_stale = {
        chapter: stale_results.is_stale(file.with_name(f"{chapter}.ipynb"), part["made_from"])
        for chapter, part in stored["chapters"].items()
    }
    settings = stored["settings"]
    return [
        ClaimInSettings(
            chapter, claim_of_id[id], dict(zip(settings, values, strict=True)), is_stale[chapter]
        )
        for chapter, part in stored["chapters"].items()
        for id, values in part["found"].items()
    ]


def summary(claims: list[ClaimInSettings]) -> str:
    verdicts = [entry.holds(name) for entry in claims for name in entry.values]
    asked = [entry for entry in claims if {True, False} & set(map(entry.holds, entry.values))]
    n_everywhere = sum(False not in map(entry.holds, entry.values) for entry in asked)
    n_values = len(verdicts) - verdicts.count(None)
    stale_chapters = dict.fromkeys(entry.chapter for entry in claims if entry.is_stale)
    n_not_run = sum(value == NOT_RUN for entry in claims for value in entry.values.values())
    return (
        f"{n_everywhere} of {len(asked)} quoted claims hold in every setting in which they were "
        f"asked. Of all {n_values} values found, {verdicts.count(True)} lie within their bounds."
        + (f" {n_not_run} more were not run yet." if n_not_run else "")
        + "".join(
            f" Chapter {short_name(name)} is {stale_results.STALE}." for name in stale_chapters
        )
    )


def table(claims: list[ClaimInSettings], chapter: str) -> str:
    return tables.markup(COLUMNS, (row(entry) for entry in claims if entry.chapter == chapter))


def row(entry: ClaimInSettings) -> tables.Row:
    claim = entry.claim
    holds = entry.list_settings(True) + f" ({stale_results.STALE})" * entry.is_stale
    cells = claim.bounds(), claim.written(claim.values[0]), holds, entry.list_settings(False)
    link = f"{entry.chapter}.html#{claim.anchor}"
    cells = *cells, entry.reasons_not_asked()
    return tables.Row(claim.what, cells, link=link, id=f"where-{claim.anchor}")
