"""Results of `make replicate` as the page *How sure are we?* shows them: a summary and tables."""

from pathlib import Path
from typing import Any

import numpy as np
from multihead.claims import Claim, replications
from multihead.show import figures, tables

from book_site.text import stale_results
from book_site.text.chapter_numbers import short_name

WIDEST = 30  # standard deviations; larger values are drawn here
COLUMNS = ("claim", "on the page", "range", "claimed", "holds in", "room")


def render(file: Path, chapter: str = "") -> str:
    """Show the claims of a chapter, each in a row; without a chapter, a summary of all."""
    chapters = replications.load(file)
    stale_chapters = [
        n
        for n in chapters
        if stale_results.is_stale(file.with_name(f"{n}.ipynb"), chapters[n]["made_from"])
    ]
    if not chapter:
        return summary(chapters, stale_chapters)
    claims = chapters.get(chapter, {"claims": []})["claims"]
    return tables.markup(
        COLUMNS, (row(chapter, claim, chapter in stale_chapters) for claim in claims)
    )


def summary(chapters: dict[str, Any], stale_chapters: list[str]) -> str:
    """Say how many claims hold in all runs, and draw the room of each claim to its bounds.

    ``old`` names the chapters whose code has changed since.
    """
    margins = {
        short_name(name): np.array([claim.margin for claim in chapter["claims"]])
        for name, chapter in chapters.items()
        if chapter["claims"]
    }
    if not margins:
        return "<p>No replications are stored; <code>make replicate</code> makes them.</p>"
    claims = [claim for chapter in chapters.values() for claim in chapter["claims"]]
    n_holding = sum(claim.holds for claim in claims)
    n_runs = min(len(chapter["runs"]) for chapter in chapters.values())
    smallest_margin = min(m.min() for m in margins.values())
    n_roomy = sum((m > replications.ENOUGH).sum() for m in margins.values())
    clipped_margins = {name: m.clip(0, WIDEST) for name, m in margins.items()}
    label = f"room in standard deviations ({WIDEST}: or more)"
    picture = figures.show(
        figures.intervals(
            clipped_margins,
            label=label,
            mark=replications.ENOUGH,
            each="claim",
            links="of-claim-",
        ),
        f"Each dot is a claim. {n_roomy} of {len(claims)} have more than {replications.ENOUGH} "
        f"standard deviations of room; the least is {smallest_margin:.1f}.",
    )
    return (
        f"<p>{n_holding} of {len(claims)} claims hold in all of {n_runs} runs of their chapter. "
        f"The smallest room to a bound is {smallest_margin:.1f} standard deviations."
        + "".join(
            f" Chapter {short_name(name)} is {stale_results.STALE}." for name in stale_chapters
        )
        + "</p>"
        + picture.markup
    )


def row(chapter: str, claim: Claim, is_stale: bool) -> tables.Row:
    """Return the results of a claim, with a link to its cell."""
    low, high = map(claim.written, claim.ends)
    margin = claim.margin
    cells = (
        f"{claim.written(claim.values[0])} ({claim.kind} over {claim.seeds} seeds)",
        f"{low} to {high}",
        ", ".join([claim.bounds(), *(f"before {bounds}" for bounds in claim.bounds_before())]),
        f"{claim.times} of {len(claim.values)} runs" + f", {stale_results.STALE}" * is_stale,
        f"{margin:.1f}" if margin < WIDEST else f"{WIDEST} or more",
    )
    return tables.Row(
        claim.what, cells, link=f"{chapter}.html#{claim.anchor}", id=f"of-{claim.anchor}"
    )
