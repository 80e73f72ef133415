"""Where sentences of the book end, as `bench/where_it_ends.py` found; ``{ends}`` shows it."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

FILE = "book/where_it_ends.json"
COLUMNS = ("setting", "measured", "found", "on other seeds", "over")


class Ends(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        rooms = json.loads(Path(env.srcdir, FILE).read_text("utf-8")).values()
        said: dict[str, list[dict[str, Any]]] = {}
        for end in (end for room in rooms for end in room["found"]):
            said.setdefault(end["said"], []).append(end)
        return [part for sentence, ends in said.items() for part in entry(sentence, ends)]


def entry(sentence: str, ends: list[dict[str, Any]]) -> list[nodes.Node]:
    """Write a sentence, which leads to the section that says it, and what was found."""
    from multihead.show import tables  # loads PyTorch, which no other page needs

    where = {"refdomain": "std", "reftype": "ref", "reftarget": ends[0]["link"]}
    link = addnodes.pending_xref("", nodes.inline("", sentence), refexplicit=True, **where)
    text = tables.markup(COLUMNS, (tables.Row(*row(end)) for end in ends))
    return [nodes.paragraph("", "", link, classes=["mh-end"]), nodes.raw("", text, format="html")]


def row(end: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the name of a row and its cells."""
    found, again = map(written, (end["found"], end["again"]))
    seeds = " and ".join(map(str, dict.fromkeys(end["seeds"])))
    return end["setting"], (end["what"], found, again, f"{seeds} seeds")


def written(number: dict[str, float]) -> str:
    if "share" in number:
        return f"{number['share']:.0%}"
    low, median, high = (f"{number[name]:.2g}" for name in ("low", "median", "high"))
    return f"{median} ({low} to {high})"
