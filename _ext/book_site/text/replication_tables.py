"""Results of `make replicate` as the page *How sure are we?* shows them: a summary and tables."""

from pathlib import Path
from typing import Any

import numpy as np
from multihead.claims import Claim, replications
from multihead.show import figures, tables

from book_site.text import stale_results

WIDEST = 30  # standard deviations; larger values are drawn here
COLUMNS = ("claim", "on the page", "range", "claimed", "holds in", "room")


def shown(file: Path, chapter: str = "") -> str:
    """Show the claims of a chapter, each in a row; without a chapter, a summary of all."""
    kept = replications.load(file)
    old = [
        n
        for n in kept
        if stale_results.is_stale(file.with_name(f"{n}.ipynb"), kept[n]["made_from"])
    ]
    if not chapter:
        return overview(kept, old)
    claims = kept.get(chapter, {"claims": []})["claims"]
    return tables.markup(COLUMNS, (row(chapter, claim, chapter in old) for claim in claims))


def overview(kept: dict[str, Any], old: list[str]) -> str:
    """Say how many claims hold in all runs, and draw the room of each claim to its bounds.

    ``old`` names the chapters whose code has changed since.
    """
    margins = {
        f"chapter {name[:2]}": np.array([claim.margin for claim in chapter["claims"]])
        for name, chapter in kept.items()
        if chapter["claims"]
    }
    if not margins:
        return "<p>No replications are stored; <code>make replicate</code> makes them.</p>"
    claims = [claim for chapter in kept.values() for claim in chapter["claims"]]
    everywhere = sum(claim.holds for claim in claims)
    sets = min(len(chapter["runs"]) for chapter in kept.values())
    smallest = min(m.min() for m in margins.values())
    roomy = sum((m > replications.ENOUGH).sum() for m in margins.values())
    clipped = {name: m.clip(0, WIDEST) for name, m in margins.items()}
    label = f"room in standard deviations ({WIDEST}: or more)"
    drawn = figures.show(
        figures.intervals(clipped, label=label, mark=replications.ENOUGH),
        f"Each dot is a claim. {roomy} of {len(claims)} have more than {replications.ENOUGH} "
        f"standard deviations of room; the least is {smallest:.1f}.",
    )
    return (
        f"<p>{everywhere} of {len(claims)} claims hold in all of {sets} runs of their chapter. "
        f"The smallest room to a bound is {smallest:.1f} standard deviations."
        + "".join(f" Chapter {name[:2]} is {stale_results.SAID}." for name in old)
        + "</p>"
        + drawn.markup
    )


def row(chapter: str, claim: Claim, is_stale: bool) -> tables.Row:
    """Return the results of a claim, with a link to its cell."""
    low, high = map(claim.written, claim.ends)
    room = claim.margin
    cells = (
        f"{claim.written(claim.found[0])} ({claim.kind} over {claim.seeds} seeds)",
        f"{low} to {high}",
        ", ".join([claim.bounds(), *(f"before {bounds}" for bounds in claim.bounds_before())]),
        f"{claim.times} of {len(claim.found)} runs" + f", {stale_results.SAID}" * is_stale,
        f"{room:.1f}" if room < WIDEST else f"{WIDEST} or more",
    )
    return tables.Row(
        claim.what, cells, link=f"{chapter}.html#{claim.anchor}", id=f"of-{claim.anchor}"
    )
