"""Results of `make replicate` as the page *How sure are we?* shows them: a picture and tables."""

from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup
from multihead.claims import Claim, replications
from multihead.show import figures, tables

from book_site.text import stale_results
from book_site.text.chapter_numbers import short_name

WIDEST = 30  # standard deviations; larger values are drawn here
COLUMNS = ("claim", "on the page", "range", "claimed", "holds in", "room")
ROW = "of-"  # how the ids of rows begin


def stale_chapters(file: Path, chapters: dict[str, Any]) -> set[str]:
    """Name the chapters whose code has changed since their results were found."""
    return {
        name
        for name, chapter in chapters.items()
        if stale_results.is_stale(file.with_name(f"{name}.ipynb"), chapter["made_from"])
    }


def picture(chapters: dict[str, Any]) -> str:
    """Draw the room of each claim to its bounds, by chapter."""
    margins = {
        short_name(name): np.array([claim.margin for claim in chapter["claims"]])
        for name, chapter in chapters.items()
        if chapter["claims"]
    }
    if not margins:
        return ""
    smallest = min(m.min() for m in margins.values())
    n_claims = sum(map(len, margins.values()))
    n_roomy = sum((m > replications.ENOUGH).sum() for m in margins.values())
    clipped_margins = {name: m.clip(0, WIDEST) for name, m in margins.items()}
    drawing = figures.intervals(
        clipped_margins,
        label=f"room in standard deviations ({WIDEST}: or more)",
        mark=replications.ENOUGH,
        each="claim",
        links=f"{ROW}claim-",
    )
    return figures.show(
        drawing,
        f"Each dot is a claim. {n_roomy} of {n_claims} have more than {replications.ENOUGH} "
        f"standard deviations of room; the least is {smallest:.1f}.",
    ).markup


def table(chapter: str, claims: list[Claim], is_stale: bool, counts: dict[str, str]) -> str:
    rows = (row(chapter, claim, is_stale, counts.get(claim.id)) for claim in claims)
    return tables.markup(COLUMNS, rows)


def row(chapter: str, claim: Claim, is_stale: bool, settings: str | None) -> tables.Row:
    """Return the results of a claim, with a link to its cell; ``settings`` counts its others."""
    low, high = map(claim.written, claim.ends)
    cells = (
        on_page(claim),
        f"{low} to {high}",
        ", ".join([claim.bounds(), *(f"before {bounds}" for bounds in claim.bounds_before())]),
        holds_in(claim, settings) + f", {stale_results.STALE}" * is_stale,
        written_room(claim),
    )
    return tables.Row(
        claim.what, cells, link=f"{chapter}.html#{claim.anchor}", id=f"{ROW}{claim.anchor}"
    )


def holds_in(claim: Claim, settings: str | None) -> str:
    runs = f"{claim.times} of {len(claim.values)} runs"
    link = Markup('{}, <a href="settings.html#where-{}">{}</a>')
    return link.format(runs, claim.anchor, settings) if settings else runs


def on_page(claim: Claim) -> str:
    """Write the number that a claim's page shows, and how it comes from its seeds."""
    number = claim.written(claim.values[0])
    if claim.kind == "share":
        return f"{number} of {claim.seeds} seeds"
    kind = "" if claim.kind == "number" else f"{claim.kind} "
    return f"{number} ({kind}over {claim.seeds} seeds)"


def written_room(claim: Claim) -> str:
    return f"{claim.margin:.1f}" if claim.margin < WIDEST else f"{WIDEST} or more"
