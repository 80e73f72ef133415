"""Sentences to begin with, each beside one that differs by a word, and what a text may be.

The third text of a pair is the word whose row is shown.
"""

from typing import Any

from traitlets import TraitError

MOST = 200  # characters
LONGEST = 24  # tokens that are shown; at 360 px each still has a row of its own
PAIRS = {
    "tired / wide": (
        "The animal did not cross the street because it was too tired.",
        "The animal did not cross the street because it was too wide.",
        "it",
    ),
    "telescope / moustache": (
        "The man saw the astronomer with a telescope.",
        "The man saw the astronomer with a moustache.",
        "with",
    ),
    "paid / fished": (
        "She paid at the bank.",
        "She fished at the bank.",
        "bank",
    ),
}


def check_sentence(name: str, text: Any) -> str:
    """Give a sentence back that can be read, and that a link can hold.

    Raises
    ------
    TraitError
        If it is no text, blank, too long, or has a character that no keyboard of ASCII types.
    """
    if not isinstance(text, str):
        raise TraitError(f"{name} is {type(text).__name__}; give a str, a sentence")
    if len(text) > MOST:
        raise TraitError(f"{name} has {len(text)} characters; use at most {MOST}")
    if not text.strip():
        raise TraitError(f"{name} is blank; give a sentence")
    strange = next((c for c in text if not " " <= c <= "~"), None)
    if strange is not None:
        raise TraitError(f"{name} holds {strange!r}; use ASCII, in one line")
    return text


def check_pairs(pairs: Any) -> dict[str, tuple[str, str, str]]:
    """Return pairs of sentences, each with a word or none, by their names; refuse what is none."""
    if not hasattr(pairs, "items"):
        raise TraitError(f"pairs is {type(pairs).__name__}; give pairs by name: {{name: (a, b)}}")
    if not pairs:
        raise TraitError("pairs is empty; give one or more, by name: {name: (a, b)}")
    checked = {}
    for name, pair in pairs.items():
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) not in (2, 3):
            raise TraitError(f"pairs[{name!r}] is {pair!r}; give two sentences")
        first, second = (check_sentence(f"pairs[{name!r}]", text) for text in pair[:2])
        checked[str(name)] = (first, second, str(pair[2]) if len(pair) == 3 else "")
    return checked
