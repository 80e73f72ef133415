"""A claim about training: what is said, what was found over how many seeds, and the bounds.

A chapter states a claim in one line,

    claim("Two heads solve two look-ups", median(r2), above=0.98)

and the line shows on the page whether it holds in this very run. If it does not, a reader gets a
notice in that place and can read on; the tests, which set ``MANY_HEADS_CLAIMS=strict``, fail with
the same words. ``make replicate`` collects every claim over fresh seeds and other ways to compute,
and the page *How sure are we?* shows what it found.

What is exact (a theorem, an equality of bits) is an ``assert`` instead.
"""

import html
import json
import math
import os
import re
from typing import Any

import numpy as np
from IPython.display import display

from multihead.svg import NO_CARD

MIME = "application/vnd.many-heads.claim+json"
COLOURS = {True: "#009E73", False: "#D55E00"}


class ClaimError(AssertionError):
    """A claim that does not hold in this run."""


class Found(float):
    """A number that was found over seeds.

    Attributes
    ----------
    kind
        ``"median"``, ``"mean"`` or ``"share"``.
    seeds
        Over how many.
    """

    kind: str
    seeds: int

    def __new__(cls, number: Any, kind: str, seeds: int) -> "Found":
        found = super().__new__(cls, number)
        found.kind, found.seeds = kind, seeds
        return found


def median(values: Any) -> Found:
    """Take the median over the seeds; NaN if there is one among them."""
    values = _row(values)
    return Found(np.median(values), "median", len(values))


def mean(values: Any) -> Found:
    """Take the mean over the seeds."""
    values = _row(values)
    return Found(np.mean(values), "mean", len(values))


def share(holds: Any) -> Found:
    """Count in how many seeds something holds, as a share from 0 to 1.

    Raises
    ------
    TypeError
        If the values are no booleans, e.g. ``share(r2)`` for ``share(r2 > 0.9)``.
    """
    holds = _row(holds)
    if holds.dtype != bool:
        raise TypeError(f"share of {holds.dtype} values; give booleans, e.g. share(r2 > 0.9)")
    return Found(holds.mean(), "share", len(holds))


def _row(values: Any) -> np.ndarray:
    values = np.asarray(values)
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"values of shape {values.shape}; give one for each seed, (seed,)")
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
            raise ValueError(f"the claim {what!r} does not say over how many; give seeds=")
        self.seeds: int = counted
        self.found = float(found)

    @property
    def holds(self) -> bool:
        """Say whether the value lies strictly within the bounds; NaN does not."""
        over = self.above is None or self.found > self.above
        return over and (self.below is None or self.found < self.below)

    @property
    def slug(self) -> str:
        """The name as an anchor in a page."""
        return "claim-" + re.sub(r"[^a-z0-9]+", "-", self.what.lower()).strip("-")

    def bounds(self) -> str:
        named = {"above": self.above, "below": self.below}
        return " and ".join(f"{k} {self.number(v)}" for k, v in named.items() if v is not None)

    def number(self, value: float) -> str:
        """Write a value with three digits, with more where a claim fails; a share in percent."""
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
        data["found"] = self.found if math.isfinite(self.found) else None  # as JSON has it
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
    """Claim that a value found over seeds lies between bounds, and show whether it does here.

    Parameters
    ----------
    what
        The claim in a few words, its own in the whole book: it is its name and its address.
    found
        What :func:`median`, :func:`mean` or :func:`share` gives, or another number.
    above, below
        The bounds, not included. They have to hold for any seeds on any machine: leave room.
    seeds
        Over how many seeds ``found`` is, if it does not say so itself.

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
