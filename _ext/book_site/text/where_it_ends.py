"""Where sentences of the book end, as `bench/where_it_ends.py` found; ``{ends}`` shows it."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

FILE = "book/where_it_ends.json"
COLUMNS = ("setting", "measured", "found", "on other seeds", "over")


class WhereItEnds(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        experiments = json.loads(Path(env.srcdir, FILE).read_text("utf-8")).values()
        ends_by_sentence: dict[str, list[dict[str, Any]]] = {}
        for end in (end for experiment in experiments for end in experiment["found"]):
            ends_by_sentence.setdefault(end["said"], []).append(end)
        return [
            part for sentence, ends in ends_by_sentence.items() for part in entry(sentence, ends)
        ]


def entry(sentence: str, ends: list[dict[str, Any]]) -> list[nodes.Node]:
    """Write a sentence, which leads to the section that says it, and what was found."""
    from multihead.show import tables  # loads PyTorch, which no other page needs

    xref_options = {"refdomain": "std", "reftype": "ref", "reftarget": ends[0]["link"]}
    xref = addnodes.pending_xref("", nodes.inline("", sentence), refexplicit=True, **xref_options)
    table = tables.markup(COLUMNS, (tables.Row(*row_cells(end)) for end in ends))
    return [nodes.paragraph("", "", xref, classes=["mh-end"]), nodes.raw("", table, format="html")]


def row_cells(end: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the name of a row and its cells."""
    measured, repeated = map(format_number, (end["found"], end["again"]))
    seeds = " and ".join(map(str, dict.fromkeys(end["seeds"])))
    return end["setting"], (end["what"], measured, repeated, f"{seeds} seeds")


def format_number(number: dict[str, float]) -> str:
    if "share" in number:
        return f"{number['share']:.0%}"
    low, median, high = (f"{number[name]:.2g}" for name in ("low", "median", "high"))
    return f"{median} ({low} to {high})"
