"""Curly quotation marks and apostrophes where Sphinx puts none.

Sphinx sets those of a page's prose. The words of claims, tables and figures come as HTML from
cells, and those of guesses from the metadata of cells, so both would keep the straight ones.
"""

import re
from html import unescape
from typing import Any

from docutils.utils.smartquotes import smartyPants

# What is kept as it is typed, as tokens are, a tag with its attributes, or the text between two.
PARTS = re.compile(
    r"<!--.*?-->|<(bdi|code|pre|kbd|samp|script|style|textarea|math)\b.*?</\1>"
    r"""|<(?:"[^"]*"|'[^']*'|[^'">])*>|([^<]+)""",
    re.DOTALL,
)
AFTER_A_TAG = re.compile(r"^'(?=\w)")
STRAIGHT = re.compile(r"&quot;|&#x27;|&#39;|[\"']")


def curly(text: str) -> str:
    return smartyPants(text, "q")


def curly_guess(value: Any) -> Any:
    """Return what can be guessed at a prediction, or a part of it, with curly marks."""
    if isinstance(value, str):
        return curly(value)
    if isinstance(value, list):
        return [curly_guess(item) for item in value]
    if isinstance(value, dict):
        return {name: curly_guess(item) for name, item in value.items()}
    return value


def keep(html_of_page: str) -> str:
    """Make the quotation marks of a page's text curly; those of code and formulas stay."""
    return PARTS.sub(curly_text, html_of_page)


def curly_text(part: re.Match) -> str:
    text = part[2]
    if not text or not STRAIGHT.search(text):
        return part[0]
    return curly(AFTER_A_TAG.sub("’", STRAIGHT.sub(lambda mark: unescape(mark[0]), text)))
