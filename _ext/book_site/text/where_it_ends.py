"""Where sentences of the book end, as `bench/where_it_ends.py` found; ``{ends}`` shows it."""

import json
import re
from operator import itemgetter
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes

FILE = "book/where_it_ends.json"
COLUMNS = ("setting", "measured", "found", "on other seeds", "over")
# The words of a row are part of what its numbers were made from; the page shows those of today.
WORDS_OF_TODAY = {
    r"\bjobs\b": "look-ups",
    r"\ba job for each head\b": "each head takes one look-up",
    r"\bremoval hurts another job most\b": "ablation hurts a different look-up most",
    r"\bjob\b": "look-up",
    r"(?<!learning )\brate\b": "learning rate",
    r"^start ×": "initial weights ×",
    r"\busual start\b": "usual initialisation",
    r"\bshare of\b": "fraction of",
    r"\bskip path\b": "residual connection",
    r"\blooks more at\b": "attends more to",
    r"\bto look further\b": "to attend further",
    r"\blikeness\b": "similarity",
    r"\bequal heads part\b": "identical heads diverge",
    r"\bboth heads first do\b": "both heads begin with it",
    r"\bdrawn, of 1\b": "fraction reproduced",
    r"\ba bias by distance\b": "a relative position bias",
    r"\bbefore each part\b": "before each sublayer",
    r"\bis to answer 0\b": "must output 0",
    r"\bthe answer is 0\b": "the output must be 0",
}


class WhereItEnds(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.note_dependency(str(Path(env.srcdir, FILE)))
        parts = json.loads(Path(env.srcdir, FILE).read_text("utf-8")).values()
        rows = [row for part in parts for row in part["found"]]
        return [
            node for sentence, ends in by_sentence(rows).items() for node in entry(sentence, ends)
        ]


def by_sentence(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Group rows by what is said, in the order of the chapters."""
    ends_by_sentence: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=itemgetter("link")):
        ends_by_sentence.setdefault(row["said"], []).append(row)
    return ends_by_sentence


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
    setting, what = map(in_words_of_today, (end["setting"], end["what"]))
    return setting, (what, measured, repeated, f"{seeds} seeds")


def in_words_of_today(text: str) -> str:
    for former, today in WORDS_OF_TODAY.items():
        text = re.sub(former, today, text)
    return text


def format_number(number: dict[str, float]) -> str:
    if "share" in number:
        return f"{number['share']:.0%}"
    if "low" not in number:
        (value,) = number.values()
        return f"{value:.2g}"
    low, median, high = (f"{number[name]:.2g}" for name in ("low", "median", "high"))
    return f"{median} ({low} to {high})"
