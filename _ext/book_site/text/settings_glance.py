"""Where the quoted claims of a chapter hold, at a glance: everywhere, or with an edge in words."""

from markupsafe import Markup, escape
from multihead.claims import Claim
from multihead.show import tables

from book_site.text import glance, setting_words, stale_results
from book_site.text.settings_tables import ROW, ClaimInSettings, table


def with_table(claims: list[ClaimInSettings]) -> str:
    """Show where the claims of a chapter hold, and their folded table."""
    if not claims:
        return ""
    numbers = f"All numbers of {glance.these(len(claims))}"
    return markup(claims) + glance.folded(table(claims), numbers)


def markup(claims: list[ClaimInSettings]) -> str:
    """Show the claims of one chapter: those that hold wherever they were tried, then the others."""
    tried = [entry for entry in claims if entry.is_tried]
    whole = [entry.claim for entry in tried if entry.holds_everywhere]
    n_ending = len(tried) - len(whole)
    parts = []
    if tried:
        words = f"{len(whole)} of {len(tried)} claims hold in every setting that was tried"
        parts.append(glance.holding(f"<b>{words}.</b>", whole, ROW))
    if n_ending:
        words = f"{n_ending} {'has' if n_ending == 1 else 'have'} an edge"
        parts.append(tables.markup((words, "does not hold with"), edge_rows(tried)))
    if remark := untried(claims) + is_stale(claims):
        parts.append(glance.paragraph(remark.strip()))
    return glance.markup(*parts)


def edge_rows(claims: list[ClaimInSettings]) -> list[tables.Row]:
    """Return a row for each edge: the claims that have it, and its words."""
    claims_by_edge: dict[str, list[Claim]] = {}
    for entry in claims:
        if not entry.holds_everywhere:
            words = setting_words.edge(entry.settings(False), entry.settings(True))
            claims_by_edge.setdefault(words, []).append(entry.claim)
    return [
        tables.Row(Markup("<br>").join(glance.link(claim, ROW) for claim in of_edge), (words,))
        for words, of_edge in claims_by_edge.items()
    ]


def untried(claims: list[ClaimInSettings]) -> str:
    """Name the claims that were tried in no setting, each with its commonest reason."""
    return "".join(
        f"Not tried in other settings: {glance.link(entry.claim, ROW)} "
        f"({escape(entry.main_reason)}). "
        for entry in claims
        if not entry.is_tried
    )


def is_stale(claims: list[ClaimInSettings]) -> str:
    return f"This chapter is {stale_results.STALE}." if any(c.is_stale for c in claims) else ""
