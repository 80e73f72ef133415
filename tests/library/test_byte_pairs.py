"""Tokens are learnt as by counting everything anew each time, and text comes back from them."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from multihead.real_text import BytePairs, learn_tokens
from multihead.real_text.byte_pairs import ALPHABET, PIECE

TEXT = "\ndef low(self):\n    return self.low + self.lower\ndef lowest(self, low):\n    return 12"
SIZE = len(ALPHABET) + 13


@pytest.fixture(scope="module")
def pairs() -> BytePairs:
    return BytePairs(learn_tokens(TEXT, SIZE))


def learnt_slowly(text: str, size: int) -> list[str]:
    pieces = [list(piece) for piece in PIECE.findall(text)]
    tokens = list(ALPHABET)
    while len(tokens) < size:
        counts = Counter(a + b for piece in pieces for a, b in pairwise(piece))
        _, best = max((times, joined) for joined, times in counts.items())
        tokens.append(best)
        for piece in pieces:
            i = 0
            while i < len(piece) - 1:
                if piece[i] + piece[i + 1] == best:
                    piece[i : i + 2] = [best]
                i += 1
    return tokens


def test_learning_is_counting_everything_anew_after_each_token():
    assert learn_tokens(TEXT, SIZE) == learnt_slowly(TEXT, SIZE)


def test_a_text_is_cut_at_line_ends_words_and_other_characters():
    cut = ["\n    ", "if", " self", ".", "is_it", "(", "x", "1", ")", ":", "\n", "#", " é"]
    assert PIECE.findall("".join(cut)) == cut


def test_what_was_learnt_first_is_joined_first():
    pairs = BytePairs([*ALPHABET, "bc", "ab", "abc"])
    assert pairs.split("abc") == ["abc"]
    assert pairs.split("abcab") == ["abc", "ab"]
    pairs = BytePairs([*ALPHABET, "bc", "ab"])
    assert pairs.split("abc") == ["a", "bc"]


@given(st.text(ALPHABET))
def test_text_comes_back_from_its_tokens(text):
    pairs = BytePairs([*ALPHABET, "\n ", "  ", " a", "aa", "((", "\n  "])
    assert pairs.decode(pairs.encode(text)) == text


def test_a_character_that_is_no_token_is_named(pairs):
    with pytest.raises(ValueError, match=r"'é'.*ASCII"):
        pairs.encode("café")


@pytest.mark.parametrize(
    ("tokens", "why"),
    [
        ([*ALPHABET, "ab", "ab"], "'ab'.*twice"),
        (["ab", *ALPHABET], "first 96 tokens"),
    ],
)
def test_wrong_tokens_are_refused(tokens, why):
    with pytest.raises(ValueError, match=why):
        BytePairs(tokens)


@pytest.mark.parametrize(("size", "why"), [(95, "size=95.* 96 "), (999, " 1.. .*size=999")])
def test_a_size_that_cannot_be_is_refused(size, why):
    with pytest.raises(ValueError, match=why):
        learn_tokens(TEXT, size)
