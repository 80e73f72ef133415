"""Text to tokens, as BERT (uncased) does it: words, and pieces of words that it does not know.

First the text is cleaned: control characters go, letters become small and lose their accents, and
a space comes before and after each punctuation mark and each Chinese character. Then each word is
cut from the left into the longest pieces that the vocabulary has; all but its first begin with ##.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import torch
from jaxtyping import Int
from torch import Tensor

VOCABULARY = Path(__file__).with_name("vocabulary.txt")
FIRST, LAST, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
LONGEST_WORD = 100  # characters; longer ones are unknown
LONGEST_TEXT = 512  # tokens; the model has a vector for so many positions
CHINESE = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


@cache
def vocabulary() -> dict[str, int]:
    """Return the number of each token; the line of a token in the file is its number."""
    return {piece: i for i, piece in enumerate(VOCABULARY.read_text("utf-8").split("\n")[:-1])}


def word_pieces(text: str) -> list[str]:
    """Cut a text into tokens, with ``[CLS]`` before them and ``[SEP]`` after them.

    Raises
    ------
    TypeError
        If ``text`` is no text.
    ValueError
        If the text has more tokens than the model has positions.

    Notes
    -----
    Devlin et al. (2019), "BERT", with the WordPiece of Wu et al. (2016). A text that holds
    ``[SEP]`` and the like is cut at the brackets, as any text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a text has the type {type(text).__name__}; give a str")
    pieces = [FIRST, *(p for word in _cleaned(text).split() for p in _pieces(word)), LAST]
    if len(pieces) > LONGEST_TEXT:
        raise ValueError(
            f"the text has {len(pieces)} tokens, and MiniLM reads {LONGEST_TEXT} at most; "
            "give a shorter text"
        )
    return pieces


def to_ids(texts: Iterable[str]) -> Int[Tensor, "batch pos"]:
    """Return the numbers of the tokens of texts that have equally many tokens.

    Raises
    ------
    TypeError
        If a single text is given and not a list of them.
    ValueError
        If there is no text, or if the texts have different numbers of tokens.
    """
    if isinstance(texts, str):
        raise TypeError("give a list of texts; write [text] for a single one")
    cut = [word_pieces(text) for text in texts]
    lengths = sorted({len(pieces) for pieces in cut})
    if len(lengths) != 1:
        raise ValueError(
            f"the texts have {' and '.join(map(str, lengths)) or 'no'} tokens; "
            "give texts with equally many tokens, or one text at a time"
        )
    return torch.tensor([[vocabulary()[piece] for piece in pieces] for pieces in cut])


def _pieces(word: str) -> list[str]:
    """Cut a word from the left into the longest pieces that are known."""
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    pieces, start = [], 0
    while start < len(word):
        before = "##" if start else ""
        ends = range(len(word), start, -1)
        end = next((e for e in ends if before + word[start:e] in vocabulary()), None)
        if end is None:
            return [UNKNOWN]
        pieces.append(before + word[start:end])
        start = end
    return pieces


def _cleaned(text: str) -> str:
    """Make letters small, take accents and control characters away, set marks apart."""
    kept = "".join(" " if c in "\t\n\r" else c for c in text if not _is_control(c))
    spaced = "".join(f" {c} " if _is_chinese(c) else c for c in kept)
    apart = unicodedata.normalize("NFD", spaced)  # each accent a character of its own
    letters = "".join(c for c in apart if unicodedata.category(c) != "Mn").lower()
    return "".join(f" {c} " if _is_punctuation(c) else c for c in letters)


def _is_control(c: str) -> bool:
    return c in "\0\ufffd" or (c not in "\t\n\r" and unicodedata.category(c) in ("Cc", "Cf", "Co"))


def _is_chinese(c: str) -> bool:
    return any(first <= ord(c) <= last for first, last in CHINESE)


def _is_punctuation(c: str) -> bool:
    symbol = c.isascii() and c.isprintable() and not c.isalnum() and c != " "
    return symbol or unicodedata.category(c).startswith("P")
