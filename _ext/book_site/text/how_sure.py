"""The page *How sure are we?*: results of `make replicate`, and links between claims and cells.

The links from a claim to its row are put into the finished page, where the claim is already drawn.
"""

import html
import posixpath
import re
from pathlib import Path
from typing import Any

import numpy as np
from docutils import nodes
from docutils.parsers.rst import Directive
from multihead.claims import Claim, replications
from multihead.show import figures, tables
from sphinx.application import Sphinx

PAGE = "book/how-sure"
FILE = "book/replications.json"
WIDEST = 30  # standard deviations; larger values are drawn here
COLUMNS = ("claim", "on the page", "range", "claimed", "holds in", "room")
MADE = re.compile(
    r'(<div class="mh-figure mh-claim" id="(claim-[a-z0-9-]+)"[^>]*>)'  # data-claim holds no ">"
    r"([^<]*?)(?: <a .*?</a>)?(</div>)"
)

LINK = re.compile(r'(href="\d\d-[a-z0-9-]+)\.(?:html|ipynb)#claim-')


def load(root: Path) -> dict[str, Any]:
    """Read the replications of the book that is built."""
    return replications.load(root / FILE)


class Replications(Directive):
    """``{replications}`` gives the summary and the picture; with a chapter's name, its table."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        kept = load(Path(env.srcdir))
        if self.arguments:
            chapter = self.arguments[0]
            claims = kept.get(chapter, {"claims": []})["claims"]
            text = tables.markup(COLUMNS, (row(chapter, claim) for claim in claims))
        else:
            text = overview(kept)
        return [nodes.raw("", text, format="html")]


def overview(kept: dict[str, Any]) -> str:
    """Say how many claims hold in all runs, and draw the room of each claim to its bounds."""
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
        f"The smallest room to a bound is {smallest:.1f} standard deviations.</p>" + drawn.markup
    )


def row(chapter: str, claim: Claim) -> tables.Row:
    """Return the results of a claim, with a link to its cell."""
    low, high = map(claim.written, claim.ends)
    room = claim.margin
    cells = (
        f"{claim.written(claim.found[0])} ({claim.kind} over {claim.seeds} seeds)",
        f"{low} to {high}",
        claim.bounds(),
        f"{claim.times} of {len(claim.found)} runs",
        f"{room:.1f}" if room < WIDEST else f"{WIDEST} or more",
    )
    return tables.Row(claim.what, cells, link=f"{chapter}.html#{claim.slug}", id=f"of-{claim.slug}")


def known_claims(root: Path) -> set[str]:
    """Name the claims that have a row on the page *How sure are we?*."""
    kept = load(root)
    return {claim.slug for chapter in kept.values() for claim in chapter["claims"]}


def failed_claims(html_of_page: str) -> list[str]:
    """List what a page says of claims that do not hold in this build."""
    return [html.unescape(text) for _, _, text, _ in MADE.findall(html_of_page) if "✗" in text]


def link_claims(known: set[str], page: str, html_of_page: str) -> str:
    """Link each claim of a page to its row, in place of the link of an earlier build."""
    rows = posixpath.relpath(f"{PAGE}.html", posixpath.dirname(page))

    def with_link(found: re.Match) -> str:
        begin, slug, text, end = found.groups()
        link = f' <a href="{rows}#of-{slug}">How sure?</a>' if slug in known else ""
        return f"{begin}{text}{link}{end}"

    return MADE.sub(with_link, html_of_page)


def link_to_pages(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the links of tables lead to pages: of the site or the ebook, not to notebooks."""
    for raw in doctree.findall(nodes.raw):
        if "mh-rows" in raw.astext():
            to_page = rf"\1{app.builder.out_suffix}#claim-"
            raw.children = [nodes.Text(LINK.sub(to_page, raw.astext()))]
