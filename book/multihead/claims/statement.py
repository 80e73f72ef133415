"""Claims about training: a statement, a value found over seeds, and bounds for it.

A chapter states a claim in one line:

    claim("Two heads solve two look-ups", median(r2), above=0.98)

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
from typing import Any

import numpy as np
from IPython.display import display

from multihead.show.svg import NO_CARD

MIME = "application/vnd.many-heads.claim+json"
COLOURS = {True: "#009E73", False: "#D55E00"}


class ClaimError(AssertionError):
    """A claim that does not hold in this run."""


class Found(float):
    """A number found over seeds.

    Attributes
    ----------
    kind
        ``"median"``, ``"mean"`` or ``"share"``.
    seeds
        Number of seeds.
    """

    kind: str
    seeds: int

    def __new__(cls, number: Any, kind: str, seeds: int) -> "Found":
        found = super().__new__(cls, number)
        found.kind, found.seeds = kind, seeds
        return found


def median(values: Any) -> Found:
    """Take the median over the seeds; NaN if any value is NaN."""
    values = _row(values)
    return Found(np.median(values), "median", len(values))


def mean(values: Any) -> Found:
    """Take the mean over the seeds."""
    values = _row(values)
    return Found(np.mean(values), "mean", len(values))


def share(holds: Any) -> Found:
    """Return the share of seeds for which something is true, from 0 to 1.

    Raises
    ------
    TypeError
        If the values are not booleans: ``share(r2)`` instead of ``share(r2 > 0.9)``.
    """
    holds = _row(holds)
    if holds.dtype != bool:
        raise TypeError(f"share of {holds.dtype} values; give booleans, e.g. share(r2 > 0.9)")
    return Found(holds.mean(), "share", len(holds))


def _row(values: Any) -> np.ndarray:
    values = np.asarray(values)
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"values have shape {values.shape}; give one per seed, shape (seed,)")
    return values


class Claim:
    """What was claimed and what was found; see :func:`claim`."""

    def __init__(
        self,
        what: str,
        found: int | float,
        above: int | float | None = None,
        below: int | float | None = None,
        seeds: int | None = None,
    ):
        if above is None and below is None:
            raise ValueError(f"the claim {what!r} has no bound; give above=, below= or both")
        if above is not None and below is not None and not above < below:
            raise ValueError(f"the claim {what!r} is above {above} and below {below}; swap them")
        self.what, self.above, self.below = what, above, below
        self.kind = getattr(found, "kind", "number")
        counted = getattr(found, "seeds", seeds)
        if counted is None:
            raise ValueError(f"the claim {what!r} has no number of seeds; give seeds=")
        self.seeds: int = counted
        self.found = float(found)

    @property
    def holds(self) -> bool:
        """Say whether the value lies strictly within the bounds; NaN does not."""
        over = self.above is None or self.found > self.above
        return over and (self.below is None or self.found < self.below)

    @property
    def slug(self) -> str:
        """The name as an HTML anchor."""
        return "claim-" + re.sub(r"[^a-z0-9]+", "-", self.what.lower()).strip("-")

    def bounds(self) -> str:
        named = {"above": self.above, "below": self.below}
        return " and ".join(f"{k} {self.number(v)}" for k, v in named.items() if v is not None)

    def number(self, value: float) -> str:
        """Write a value with three digits, or six if the claim fails; a share in percent."""
        if self.kind == "share":
            return f"{value:.0%}"
        return f"{value:.3g}" if self.holds else f"{value:.6g}"

    def value(self) -> str:
        if self.kind == "share":
            return f"{round(self.found * self.seeds)} of {self.seeds} seeds"
        kind = "" if self.kind == "number" else f"{self.kind} "
        return f"{kind}{self.number(self.found)} over {self.seeds} seeds"

    def __repr__(self) -> str:
        if self.holds:
            return f"✓ {self.what}: {self.value()}, claimed {self.bounds()}"
        return (
            f"✗ This run does not show: {self.what}. Found {self.value()}; claimed {self.bounds()}."
        )

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        keys = "slug", "what", "kind", "seeds", "found", "above", "below", "holds"
        data = {key: getattr(self, key) for key in keys}
        data["found"] = self.found if math.isfinite(self.found) else None  # JSON has no NaN
        role = "" if self.holds else ' role="note"'
        style = (
            f"border-left:4px solid {COLOURS[self.holds]};padding:0 .6em;"
            "margin:.25em 0;font-size:.9em"
        )
        page = (
            f'<div class="mh-figure mh-claim" id="{self.slug}"{role} style="{style}" '
            f'data-claim="{html.escape(json.dumps(data))}">{html.escape(repr(self))}</div>{NO_CARD}'
        )
        return {"text/plain": repr(self), "text/html": page, MIME: data}


def claim(
    what: str,
    found: int | float,
    *,
    above: int | float | None = None,
    below: int | float | None = None,
    seeds: int | None = None,
) -> None:
    """Claim that a value found over seeds lies between bounds, and show whether it does.

    Parameters
    ----------
    what
        The claim in a few words. No other claim of the book may have the same words, since they
        are the claim's name and make its link.
    found
        The result of :func:`median`, :func:`mean` or :func:`share`, or another number.
    above, below
        The bounds; a value equal to a bound fails. They must hold for any seeds on any machine, so
        leave room.
    seeds
        Number of seeds; needed only if ``found`` is a plain number.

    Raises
    ------
    ClaimError
        If the claim does not hold and ``MANY_HEADS_CLAIMS=strict`` is set.
    ValueError
        If there is no bound, or no number of seeds.
    """
    made = Claim(what, found, above, below, seeds)
    display(made)
    if not made.holds and os.environ.get("MANY_HEADS_CLAIMS") == "strict":
        raise ClaimError(repr(made))
