"""Quoted claims in other settings, as `bench/settings.py` found: what was found, and its table."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup
from multihead.claims import Claim, replications
from multihead.show import tables

from book_site.text import setting_words, stale_results

COLUMNS = ("claim", "claimed", "on the page", "holds", "does not hold", "not tried")
ROW = "where-"  # how the ids of rows begin
EMPTY = "–"
NO_BREAK = str.maketrans({" ": "\N{NO-BREAK SPACE}"})


class ClaimInSettings(NamedTuple):
    """A quoted claim and, for each setting, what was found there or why it was not tried."""

    chapter: str
    claim: Claim
    values: dict[str, float | str]
    is_stale: bool = False

    def holds(self, setting: str) -> bool | None:
        """Say whether it holds there; None where it was not tried."""
        value = self.values[setting]
        return None if isinstance(value, str) else self.claim.low < value < self.claim.high

    def settings(self, holds: bool) -> list[str]:
        """List the settings in which it holds, or those in which it does not."""
        return [name for name in self.values if self.holds(name) is holds]

    @property
    def is_tried(self) -> bool:
        return bool(self.settings(True) or self.settings(False))

    @property
    def holds_everywhere(self) -> bool:
        """Say whether it holds in every setting in which it was tried, and was tried in one."""
        return self.is_tried and not self.settings(False)

    def how_many_hold(self) -> str:
        """Say in how many settings it holds, of those in which it was tried."""
        if not self.is_tried:
            return "not tried"
        n_holding, n_failing = (len(self.settings(holds)) for holds in (True, False))
        return f"{n_holding} of {n_holding + n_failing} settings"

    @property
    def main_reason(self) -> str:
        """The reason for which it was not tried in most of the settings that it lacks."""
        reasons = Counter(value for value in self.values.values() if isinstance(value, str))
        return setting_words.reason(reasons.most_common(1)[0][0])

    def list_values(self, holds: bool) -> str:
        """Write what was found in the settings in which it holds, or does not."""
        pairs = ((short_name(n), float(self.values[n])) for n in self.settings(holds))
        return "; ".join(f"{name}: {self.claim.written(value)}" for name, value in pairs) or EMPTY

    def reasons_not_tried(self) -> str:
        names_by_reason: dict[str, list[str]] = {}
        for name, value in self.values.items():
            if isinstance(value, str):
                names_by_reason.setdefault(setting_words.reason(value), []).append(short_name(name))
        texts = (f"{', '.join(names)}: {why}" for why, names in names_by_reason.items())
        return "; ".join(texts) or EMPTY


def short_name(setting: str) -> str:
    return setting_words.name(setting).translate(NO_BREAK)


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


def table(claims: list[ClaimInSettings]) -> str:
    return tables.markup(COLUMNS, map(row, claims))


def row(entry: ClaimInSettings) -> tables.Row:
    claim = entry.claim
    holds = entry.list_values(True) + f" ({stale_results.STALE})" * entry.is_stale
    on_seeds = Markup('{}, <a href="how-sure.html#of-{}">on other seeds</a>')
    on_page = on_seeds.format(claim.written(claim.values[0]), claim.anchor)
    cells = claim.bounds(), on_page, holds, entry.list_values(False)
    link = f"{entry.chapter}.html#{claim.anchor}"
    cells = *cells, entry.reasons_not_tried()
    return tables.Row(claim.what, cells, link=link, id=f"{ROW}{claim.anchor}")
