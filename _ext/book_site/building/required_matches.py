"""Find and replace in what the theme, Sphinx or docutils made; to find nothing is an error.

With another version they may make it otherwise. An expression that finds nothing would leave the
page as it is, and nobody would see that.
"""

import re
from collections.abc import Callable

from sphinx.errors import ExtensionError


def found(pattern: re.Pattern, text: str, page: str) -> list[re.Match]:
    """Return all matches, one or more."""
    matches = list(pattern.finditer(text))
    if not matches:
        raise ExtensionError(
            f"{page}: nothing matches {pattern.pattern!r}; look what is written there now, and "
            "change or remove the expression"
        )
    return matches


def replaced(
    pattern: re.Pattern,
    by: str | Callable[[re.Match], str],
    text: str,
    page: str,
    *,
    once: bool = False,
) -> str:
    """Return the text with its first match replaced, or every one; there has to be one."""
    found(pattern, text, page)
    return pattern.sub(by, text, count=int(once))


def labelled(buttons: list[dict], label: str, page: str) -> dict:
    """Return the button, or the group of buttons, that the theme gave a label."""
    for button in buttons:
        if button.get("label") == label:
            return button
    known_labels = [button.get("label") for button in buttons]
    raise ExtensionError(f"{page}: no button has the label {label!r}; they have {known_labels}")
