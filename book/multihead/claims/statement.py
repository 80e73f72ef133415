"""Claims about training: a statement, a value found over seeds, and bounds for it.

A chapter states a claim in one line:

    claim("two-heads-r2", "Two heads solve two look-ups: R²", median(r2), above=0.98)

The page then shows whether the claim holds in this run. If it does not, the reader sees a notice
and can read on. The tests set ``MANY_HEADS_CLAIMS=strict``, so there the claim raises an error with
the same words. ``make replicate`` tests every claim on fresh seeds and with other kernels and
thread counts; the page *How sure are we?* shows the results.

Exact results (a theorem, equal bits) use ``assert`` instead.
"""

import html
import json
import math
import os
import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from IPython.display import display

from multihead.show.palette import GREEN, VERMILLION
from multihead.show.svg import NO_CARD

MIME = "application/vnd.many-heads.claim+json"
# For notebooks; the site has its own sheet, whose rules weigh more.
STYLE = (
    "<style>.mh-claim{margin:.25em 0;font-size:.9em;line-height:1.45}.mh-found{font-weight:600}"
    f".mh-holds{{color:{GREEN};font-weight:700}}.mh-fails{{color:{VERMILLION};font-weight:700}}"
    ".mh-gauge{display:none}</style>"
)
STORED = 5  # digits of a value that the replications keep
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 40


class ClaimError(AssertionError):
    """A claim that does not hold in this run."""


@dataclass(frozen=True)
class Claim:
    """What is claimed, and what was found.

    Attributes
    ----------
    id
        A short name, chosen once, by which links and files know the claim.
    what
        The claim in a few words, as readers see it.
    kind, seeds
        ``"median"``, ``"mean"``, ``"share"`` or ``"number"``, and over how many seeds.
    values
        The value of each run, that of the page first; NaN where a run has none. A page has one run.
    above, below
        The bounds; a value equal to a bound fails.
    before
        The bounds, as (above, below), with which it was stored earlier, the oldest first.

    Raises
    ------
    ValueError
        If the id is not one, there is no bound, or the bounds leave no room.
    """

    id: str
    what: str
    kind: str
    seeds: int
    values: tuple[float, ...]
    above: int | float | None = None
    below: int | float | None = None
    before: tuple[tuple[int | float | None, int | float | None], ...] = ()

    def __post_init__(self):
        if not ID.fullmatch(self.id) or len(self.id) > LONGEST_ID:
            raise ValueError(
                f"the claim {self.what!r} has the id {self.id!r}; give at most {LONGEST_ID} small "
                "letters, digits and single hyphens, as in two-heads-r2"
            )
        if self.above is None and self.below is None:
            raise ValueError(f"the claim {self.what!r} has no bound; give above=, below= or both")
        if None not in (self.above, self.below) and not self.low < self.high:
            raise ValueError(
                f"the claim {self.what!r} is above {self.above} and below {self.below}; swap them"
            )

    @classmethod
    def stored(cls, data: dict[str, Any]) -> "Claim":
        """Read what :meth:`to_store` wrote."""
        values = tuple(math.nan if value is None else value for value in data["found"])
        own = {key: data[key] for key in ("id", "what", "kind", "seeds", "above", "below")}
        return cls(**own, values=values, before=tuple(map(tuple, data.get("before", ()))))

    def to_store(self) -> dict[str, Any]:
        """Return the claim and all its runs as JSON."""
        values = [value if math.isfinite(value) else None for value in self.values]
        keys = "id", "what", "kind", "seeds", "above", "below"
        moved = {"before": self.before} if self.before else {}
        return {key: getattr(self, key) for key in keys} | moved | {"found": values}

    @property
    def anchor(self) -> str:
        """The id of the claim's element on its page."""
        return f"claim-{self.id}"

    @property
    def low(self) -> int | float:
        return -math.inf if self.above is None else self.above

    @property
    def high(self) -> int | float:
        return math.inf if self.below is None else self.below

    @property
    def times(self) -> int:
        """The number of runs whose value lies strictly within the bounds; NaN does not."""
        return sum(self.low < value < self.high and math.isfinite(value) for value in self.values)

    @property
    def holds(self) -> bool:
        return self.times == len(self.values)

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest value over all runs."""
        return float(np.nanmin(self.values)), float(np.nanmax(self.values))

    @property
    def margin(self) -> float:
        """How far the values found are from the nearest bound, in standard deviations.

        For a share, this is the chance that a new run breaks the bound, if each of its seeds holds
        as often as in all runs together, converted to standard deviations of a normal distribution.
        """
        values = np.array(self.values)
        if not np.isfinite(values).all():
            return -math.inf
        if self.kind == "share":
            from scipy.stats import binom, norm  # a second, which few who import a claim need

            n, all_seeds = self.seeds, self.seeds * len(values)
            often = (values.sum() * n + 0.5) / (all_seeds + 1)  # never quite 0 or 1
            counts = np.arange(n + 1)
            breaks = (counts / n <= self.low) | (counts / n >= self.high)
            return float(norm.isf(binom.pmf(counts, n, often)[breaks].sum().clip(1e-300, 1)))
        room = min(values.mean() - self.low, self.high - values.mean())
        return float(room / max(values.std(ddof=1), 1e-12))

    def written(self, value: float, digits: int = 3) -> str:
        """Write a value with so many digits; a share in percent, and NaN as a dash.

        It is first rounded as the replications round it, so a page and its row write one number.
        """
        if math.isnan(value):
            return "–"
        rounded = value if digits > STORED else float(f"{value:.{STORED}g}")
        return f"{rounded:.0%}" if self.kind == "share" else f"{rounded:.{digits}g}"

    def bounds(self, digits: int = 3) -> str:
        sides = {"above": self.above, "below": self.below}
        texts = [f"{k} {self.written(v, digits)}" for k, v in sides.items() if v is not None]
        return " and ".join(texts)

    def bounds_before(self) -> list[str]:
        """Write the bounds with which the claim was stored earlier."""
        return [replace(self, above=a, below=b, before=()).bounds() for a, b in self.before]

    def value(self, digits: int = 3) -> str:
        """Write what was found on the page, and over how many seeds."""
        if self.kind == "share":
            return f"{round(self.values[0] * self.seeds)} of {self.seeds} seeds"
        kind = "" if self.kind == "number" else f"{self.kind} "
        return f"{kind}{self.written(self.values[0], digits)} over {self.seeds} seeds"

    def __repr__(self) -> str:
        if self.holds:
            return f"✓ {self.what}: {self.value()}, claimed {self.bounds()}"
        value, bounds = self.value(digits=6), self.bounds(digits=6)  # 0.98 may not be above 0.98
        return f"✗ This run does not show: {self.what}. Found {value}; claimed {bounds}."

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        keys = "id", "what", "kind", "seeds", "above", "below", "holds"
        (value,) = self.to_store()["found"]
        data = {key: getattr(self, key) for key in keys} | {"found": value}
        return {"text/plain": repr(self), "text/html": _drawn(self, data), MIME: data}


def _drawn(claim: Claim, data: dict[str, Any]) -> str:
    """Draw a claim: a sign, its words, what was found, and where that lies between the bounds."""
    digits = 3 if claim.holds else 6  # 0.98 may not be above 0.98
    state, sign, note = ("holds", "✓", "") if claim.holds else ("fails", "✗", ' role="note"')
    before, between, comma, end = (
        ("", ": ", ",", "") if claim.holds else ("This run does not show: ", ". Found ", ";", ".")
    )
    return (
        f'<div class="mh-figure mh-claim" id="{claim.anchor}"{note} '
        f'data-claim="{html.escape(json.dumps(data))}"><span class="mh-{state}">{sign}</span> '
        f'<span class="mh-what">{before}{html.escape(claim.what)}</span>{between}'
        f'<span class="mh-found">{claim.value(digits)}</span><span class="mh-comma">{comma}</span>'
        f' {_gauge(claim)}<span class="mh-bounds">claimed {claim.bounds(digits)}{end}</span></div>'
        f"{NO_CARD}{STYLE}"
    )


def _gauge(claim: Claim) -> str:
    """Show where a value lies, on a scale that is not ours to choose: the bounds', or all seeds."""
    value = claim.values[0]
    if not math.isfinite(value):
        return ""
    if claim.kind == "share":
        low, high, start, length = max(claim.low, 0), min(claim.high, 1), 0.0, 1.0
    elif None not in (claim.above, claim.below):
        low, high = claim.low, claim.high
        start, length = low - (high - low) / 4, 1.5 * (high - low)
    else:
        return ""
    places = [min(max((at - start) / length, 0), 1) for at in (low, high, value)]
    style = ";".join(f"--{n}:{at:.1%}" for n, at in zip(("low", "high", "at"), places, strict=True))
    return f'<span class="mh-gauge" aria-hidden="true" style="{style}"></span>'


def stated(
    id: str,
    what: str,
    statistic: int | float,
    above: int | float | None = None,
    below: int | float | None = None,
    seeds: int | None = None,
) -> Claim:
    """Make a claim from what one run found; see :func:`claim`."""
    counted = getattr(statistic, "seeds", seeds)
    if counted is None:
        raise ValueError(f"the claim {what!r} has no number of seeds; give seeds=")
    kind = getattr(statistic, "kind", "number")
    return Claim(id, what, kind, counted, (float(statistic),), above, below)


def claim(
    id: str,
    what: str,
    statistic: int | float,
    *,
    above: int | float | None = None,
    below: int | float | None = None,
    seeds: int | None = None,
) -> None:
    """Claim that a value found over seeds lies between bounds, and show whether it does.

    Parameters
    ----------
    id
        Two to four words that say the claim's subject, joined by hyphens, and no number that may
        change: ``"two-heads-r2"``. Links and files know the claim by its id, so it stays as it is.
    what
        The claim in a few words. No other claim of the book may have the same words, or the same
        id.
    statistic
        The result of :func:`median`, :func:`mean` or :func:`share`, or another number.
    above, below
        The bounds; a value equal to a bound fails. They must hold for any seeds on any machine, so
        leave room.
    seeds
        Number of seeds; needed only if ``statistic`` is a plain number.

    Raises
    ------
    ClaimError
        If the claim does not hold and ``MANY_HEADS_CLAIMS=strict`` is set.
    ValueError
        If the id is not one, there is no bound, or no number of seeds.
    """
    statement = stated(id, what, statistic, above, below, seeds)
    display(statement)
    if not statement.holds and os.environ.get("MANY_HEADS_CLAIMS") == "strict":
        raise ClaimError(repr(statement))
