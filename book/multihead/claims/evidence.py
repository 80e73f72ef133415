"""What was found for a claim of the book: its number, its range over all runs, and its cell.

The tables take every number from ``replications.json``, so none can differ from its chapter.
"""

import difflib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from markupsafe import Markup, escape
from numpy import ndarray

from multihead.claims import replications
from multihead.claims.statement import Claim
from multihead.show import tables
from multihead.show.svg import NO_CARD, Picture


class Table(Picture):
    """A table as HTML, and as text where no HTML is shown."""

    def __init__(self, markup: str, text: str):
        super().__init__(f'<div class="mh-figure">{markup}</div>{NO_CARD}')
        self.text = text

    def __repr__(self) -> str:
        return self.text


@dataclass
class Evidence:
    """A claim, the chapter that makes it, and what was found in each run of that chapter."""

    chapter: str
    claim: Claim

    @property
    def link(self) -> str:
        """The claim's cell; on the site, ``how_sure.py`` makes it a link to the page."""
        return f"{self.chapter}.ipynb#{self.claim.anchor}"

    @property
    def number(self) -> str:
        return self.claim.written(self.claim.values[0])

    @property
    def how(self) -> str:
        kind, seeds = self.claim.kind, self.claim.seeds
        return f" of {seeds} seeds" if kind == "share" else f", {kind} over {seeds} seeds"

    @property
    def range(self) -> str:
        low, high = map(self.claim.written, self.claim.ends)
        runs = len(self.claim.values)
        return f"in all {runs} runs" if low == high else f"{low} to {high} in {runs} runs"

    def __str__(self) -> str:
        return f"{self.number} ({self.range}): {self.claim.what}"

    def __html__(self) -> str:
        cell = Markup('<a href="{}">{}</a>').format(self.link, self.claim.what)
        return Markup("<div><b>{}</b> ({}): {}</div>").format(self.number, self.range, cell)


def find(id: str) -> Evidence:
    """Find a claim by its id.

    Raises
    ------
    ValueError
        If no stored claim has this id; the error lists the nearest ids, with their names.
    """
    stored = {
        claim.id: Evidence(chapter, claim)
        for chapter, entry in replications.load().items()
        for claim in entry["claims"]
    }
    if id not in stored:
        named = {text: one for one in stored.values() for text in (one.claim.id, one.claim.what)}
        nearest = (named[n].claim for n in difflib.get_close_matches(id, named, cutoff=0.3))
        near = "".join(dict.fromkeys(f"\n- {claim.id}: {claim.what}" for claim in nearest))
        raise ValueError(
            f"no stored claim has the id {id!r}; the nearest ids are:{near or ' none'}\n"
            "A new claim is stored by `make replicate`."
        )
    return stored[id]


def runs(id: str) -> Float[ndarray, " run"]:
    """Return what was found for a claim in every run, that of the page first."""
    return np.array(find(id).claim.values)


def claims_table(*ids: str) -> Table:
    """Show for each claim, by its id: the number on its page, and its range over all runs."""
    if not ids:
        raise ValueError("no claim to show; give the ids of one or more")
    evidence = [find(id) for id in ids]
    number = Markup("<b>{}</b>{}").format
    rows = [
        tables.Row(one.claim.what, (number(one.number, one.how), one.range), link=one.link)
        for one in evidence
    ]
    markup = tables.markup(("measured", "found", "range"), rows)
    return Table(markup, "\n".join(map(str, evidence)))


def found(*ids: str) -> Table:
    """Show :func:`claims_table` by its former name, for a notebook from before it had this one."""
    message = "found(…) is claims_table(…) of multihead.claims now, and goes after the next release"
    warnings.warn(message, DeprecationWarning, stacklevel=2)
    return claims_table(*ids)


def answers(rows: Mapping[str, tuple[str, ...]]) -> Table:
    """Show questions with their answers and what was found.

    Parameters
    ----------
    rows
        By question: the answer in a line, then the ids of one or more claims.

    Raises
    ------
    ValueError
        If an answer has no claim, or there is no claim of that id.
    """
    table, text = [], []
    for question, (answer, *ids) in rows.items():
        if not ids:
            raise ValueError(f"the answer to {question!r} has no claim; name one that shows it")
        evidence = [find(id) for id in ids]
        table.append(tables.Row(question, (answer, Markup("").join(map(escape, evidence)))))
        text += [question, f"  {answer}", *(f"  {one}" for one in evidence)]
    return Table(tables.markup(("question", "answer", "found"), table), "\n".join(text))
