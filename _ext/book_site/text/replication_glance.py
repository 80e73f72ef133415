"""What replications of a chapter found, at a glance: what holds, the least room, moved bounds."""

from typing import Any

from markupsafe import escape
from multihead.claims import Claim

from book_site.text import glance, stale_results
from book_site.text.replication_tables import ROW, table, written_room


def with_table(name: str, chapters: dict[str, Any], stale: set[str], counts: dict[str, str]) -> str:
    """Show what was found for the claims of a chapter, and its folded table."""
    chapter = chapters.get(name, {"claims": []})
    claims: list[Claim] = chapter["claims"]
    if not claims:
        return ""
    numbers = f"All numbers of {glance.these(len(claims))}"
    return markup(claims, len(chapter["runs"]), name in stale) + glance.folded(
        table(name, claims, name in stale, counts), numbers
    )


def markup(claims: list[Claim], n_runs: int, is_stale: bool) -> str:
    """Show the claims of one chapter: those that hold in all runs, then what to know of some."""
    holding = [claim for claim in claims if claim.holds]
    words = f"{len(holding)} of {len(claims)} claims hold in all {n_runs} runs."
    nearest = min(claims, key=lambda claim: claim.margin)
    parts = [glance.holding(f"<b>{words}</b>", holding, ROW)]
    parts += [glance.paragraph(failing(claim)) for claim in claims if not claim.holds]
    parts.append(glance.paragraph(f"<b>The least room.</b> {with_room(nearest)}"))
    if moved := [claim for claim in claims if claim.before]:
        texts = "; ".join(map(with_former_bounds, moved))
        parts.append(glance.paragraph(f"<b>Bounds moved after a replication.</b> {texts}."))
    if is_stale:
        parts.append(glance.paragraph(f"This chapter is {stale_results.STALE}."))
    return glance.markup(*parts)


def failing(claim: Claim) -> str:
    return (
        '<span class="mh-fails" aria-hidden="true">✗</span> '
        f"<b>Does not hold in all runs.</b> {glance.link(claim, ROW)}: "
        f"in {claim.times} of {len(claim.values)}."
    )


def with_room(claim: Claim) -> str:
    low, high = map(claim.written, claim.ends)
    found = low if low == high else f"{low} to {high}"
    return (
        f"{glance.link(claim, ROW)}: found {found}, claimed {escape(claim.bounds())}, "
        f"{written_room(claim)} standard deviations of room."
    )


def with_former_bounds(claim: Claim) -> str:
    before = ", ".join(f"before {bounds}" for bounds in claim.bounds_before())
    return f"{glance.link(claim, ROW)}: {escape(claim.bounds())}, {escape(before)}"
