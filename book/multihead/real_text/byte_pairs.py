"""Byte pairs: tokens learnt from text, by joining again and again what stands together most often.

The text is first cut into pieces, and no token reaches over the end of one:

- the end of a line, with the indentation of the next
- a word of letters and underscores, with the space before it
- any other character, with the space before it
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

PIECE = re.compile(r"\n *| ?[A-Za-z_]+| ?[^\n]")
ALPHABET = "\n" + "".join(map(chr, range(ord(" "), ord("~") + 1)))


class BytePairs:
    """Text to token numbers and back.

    Parameters
    ----------
    tokens
        What each token is, first the single characters, then in the order learnt.

    Raises
    ------
    ValueError
        If a token is listed twice, or the single characters are not the first.
    """

    def __init__(self, tokens: Sequence[str]):
        self.tokens = tuple(tokens)
        self.number = {token: number for number, token in enumerate(self.tokens)}
        if len(self.number) < len(self.tokens):
            twice = next(t for t, times in Counter(self.tokens).items() if times > 1)
            raise ValueError(f"the token {twice!r} is listed twice; list each token once")
        if self.tokens[: len(ALPHABET)] != tuple(ALPHABET):
            raise ValueError(f"the first {len(ALPHABET)} tokens must be the single characters")
        self._parts: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the numbers of the tokens of a text.

        Raises
        ------
        ValueError
            If a character is neither ``"\\n"`` nor one of ASCII that can be typed.
        """
        strange = set(text) - set(ALPHABET)
        if strange:
            raise ValueError(f"{min(strange)!r} is not a token; use ASCII, and spaces for tabs")
        pieces = PIECE.findall(text)
        for piece in {*pieces} - self._parts.keys():
            self._parts[piece] = [self.number[part] for part in self.split(piece)]
        return [number for piece in pieces for number in self._parts[piece]]

    def decode(self, numbers: Iterable[int]) -> str:
        """Return the text of some tokens."""
        return "".join(self.tokens[number] for number in numbers)

    def split(self, piece: str) -> list[str]:
        """Cut one piece into tokens: join neighbours, always those first that were learnt first."""
        parts = list(piece)
        while True:
            joined = [self.number.get(a + b, len(self.tokens)) for a, b in pairwise(parts)]
            first = min(joined, default=len(self.tokens))
            if first == len(self.tokens):
                return parts
            at = joined.index(first)
            parts[at : at + 2] = [self.tokens[first]]


def learn_tokens(text: str, size: int) -> list[str]:
    """Learn tokens from a text: join the neighbours that are most frequent, until there are enough.

    Of neighbours that are equally frequent, those whose joined text is last in alphabetical order
    come first. This is how Sennrich et al. (2016) cut words for machine translation.

    Raises
    ------
    ValueError
        If ``size`` is below the number of single characters, or the text is too short for it.
    """
    if size < len(ALPHABET):
        raise ValueError(f"size={size}; use {len(ALPHABET)} or more, the single characters")
    times = Counter(PIECE.findall(text))
    parts = {piece: list(piece) for piece in times}
    pairs: Counter[str] = Counter()
    within = defaultdict(set)

    def count(piece: str, sign: int) -> None:
        for a, b in pairwise(parts[piece]):
            pairs[a + b] += sign * times[piece]
            within[a + b].add(piece)

    for piece in parts:
        count(piece, 1)
    tokens = list(ALPHABET)
    while len(tokens) < size:
        best = max(pairs, key=lambda joined: (pairs[joined], joined), default="")
        if pairs[best] <= 0:
            raise ValueError(
                f"the text has only {len(tokens)} tokens and size={size}; give a longer text"
            )
        for piece in within.pop(best):
            count(piece, -1)
            parts[piece] = with_joined(parts[piece], best)
            count(piece, 1)
        del pairs[best]
        tokens.append(best)
    return tokens


def with_joined(parts: list[str], token: str) -> list[str]:
    """Join neighbours that make a token, from the left."""
    done: list[str] = []
    for part in parts:
        if done and done[-1] + part == token:
            done[-1] = token
        else:
            done.append(part)
    return done
