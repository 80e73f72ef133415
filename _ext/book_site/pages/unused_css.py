"""Drop the rules of the theme's style sheets that no page of the book uses, two thirds of them, and
the styles that a page has twice.

A rule is used if each of its classes is a word of a page or of a script, which may set it.
"""

import re
from pathlib import Path
from typing import Any

import tinycss2
from sphinx.application import Sphinx

from book_site.pages.embed_pages import WIDGET

SHEETS = ("styles/*.css", "mystnb.*.css")
WORD = re.compile(r"[\w-]+")
CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")
ALTERNATIVES = re.compile(r":(?:not|is|where)\([^()]*\)")  # a class in it may be missing

WIDGET_OR_STYLE = re.compile(f"{WIDGET.pattern}|<style>.*?</style>", re.DOTALL)


def drop_repeated_styles(html: str) -> str:
    """Keep the first of the equal styles that the outputs of a notebook bring, each for itself.

    Each `<style>` makes a browser match all rules again. A widget keeps its own: it is taken out of
    its page, to be framed alone.
    """
    kept = set()

    def first(match: re.Match) -> str:
        repeated = not match["kind"] and match[0] in kept
        kept.add(match[0])
        return "" if repeated else match[0]

    return WIDGET_OR_STYLE.sub(first, html)


def words_in(text: str) -> set[str]:
    return set(WORD.findall(text))


def drop_unused_rules(app: Sphinx, on_pages: set[str]) -> None:
    static = Path(app.outdir) / "_static"
    known = on_pages.union(*(words_in(p.read_text("utf-8")) for p in static.rglob("*.js")))
    for sheet in (path for pattern in SHEETS for path in static.glob(pattern)):
        sheet.write_text(used_rules(sheet.read_text("utf-8"), known), "utf-8")


def used_rules(css: str, known: set[str]) -> str:
    stems = tuple(word for word in known if word.endswith("-"))  # a script adds the rest
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return "".join(used_part_of_rule(rule, known, stems) for rule in rules)


def used_part_of_rule(rule: Any, known: set[str], stems: tuple[str, ...]) -> str:
    """Write a rule with the selectors that are used, or nothing."""
    if rule.type == "qualified-rule":
        selectors = split_selectors(tinycss2.serialize(rule.prelude))
        used = [part for part in selectors if is_used(part, known, stems)]
        return f"{','.join(used)}{{{tinycss2.serialize(rule.content)}}}" if used else ""
    if rule.type == "at-rule" and rule.lower_at_keyword in {"media", "supports"}:
        inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        parts = "".join(used_part_of_rule(part, known, stems) for part in inner)
        name = f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}"
        return f"{name}{{{parts}}}" if parts else ""
    return rule.serialize()


def is_used(selector: str, known: set[str], stems: tuple[str, ...]) -> bool:
    classes = [name.replace("\\", "") for name in CLASS.findall(ALTERNATIVES.sub("", selector))]
    return all(name in known or name.startswith(stems) for name in classes)


def split_selectors(selectors: str) -> list[str]:
    """Cut a list of selectors at its commas, but for those in brackets."""
    parts, depth = [""], 0
    for letter in selectors:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
