"""What the claims of a chapter come to, to be read at a glance: above its table, which is folded.

The names of claims lead to their rows. `pages/open_fold.js` opens the fold of a row that a link
leads to, where a browser does not.
"""

from collections.abc import Iterable

from markupsafe import Markup
from multihead.claims import Claim

CLASS = "mh-glance"
FOLD = "mh-numbers"


def markup(*parts: str) -> str:
    return f'<div class="{CLASS}">{"".join(parts)}</div>'


def link(claim: Claim, row: str) -> Markup:
    """Link the name of a claim to its row, whose id begins with ``row``."""
    return Markup('<a href="#{}{}">{}</a>').format(row, claim.anchor, claim.what)


def holding(words: str, claims: Iterable[Claim], row: str) -> str:
    """List the claims that hold, after how many these are."""
    items = "".join(f"<li>{link(claim, row)}</li>" for claim in claims)
    sign = '<span class="mh-holds" aria-hidden="true">✓</span> '
    return paragraph((sign if items else "") + words) + (f"<ul>{items}</ul>" if items else "")


def paragraph(html: str) -> str:
    return f"<p>{html}</p>"


def folded(table: str, words: str) -> str:
    return f'<details class="{FOLD}"><summary>{words}</summary>{table}</details>'


def these(number: int) -> str:
    return "this claim" if number == 1 else f"these {number} claims"
