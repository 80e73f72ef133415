"""A generator of short English sentences whose true relations are known.

A sentence is made from this rule; what stands in brackets is there half of the time:

.. code-block:: text

    [TIME] DET [ADJ] NOUN [ADVERB] VERB DET [ADJ] NOUN [with DET [ADJ] NOUN]
        because PRONOUN was PREDICATE

All nouns come from one list, so a noun's kind does not tell its position, and no noun stands twice
in a sentence. Two relations are decided by words and not by positions:

- ``it`` means the subject if the predicate is *tired* or *hungry*, and the object if it is *wide*
  or *near*. One or the other is drawn by a coin.
- The noun after ``with`` belongs to the verb if it is the verb's tool (*saw* and *telescope*), and
  else to the object. Half of these nouns are tools of their verb.
"""

from dataclasses import dataclass
from difflib import get_close_matches

import torch
from jaxtyping import Int
from torch import Generator, Tensor

from multihead.language.links import N_POS, PLACES, Sentences, lay_out

TIMES = ("today", "yesterday")
ADJECTIVES = ("old", "small", "young")
NOUNS = (
    *("animal", "street", "man", "astronomer", "dog"),
    *("river", "telescope", "boat", "net", "map"),
)
PLURALS = (
    *("animals", "streets", "men", "astronomers", "dogs"),
    *("rivers", "telescopes", "boats", "nets", "maps"),
)
ADVERBS = ("slowly", "never")
TOOLS = {"saw": "telescope", "crossed": "boat", "caught": "net", "followed": "map"}
VERBS = tuple(TOOLS)
OF_SUBJECT, OF_OBJECT = ("tired", "hungry"), ("wide", "near")
BLANK, HIDDEN = "", "___"


@dataclass(frozen=True)
class Grammar:
    """The grammar of this module, as a source of sentences.

    Parameters
    ----------
    plural
        If True, a coin makes each noun singular or plural, and two words agree with nouns: *this*
        or *these* with the noun that follows, *it* or *they* with the antecedent. *The* is then not
        used, and *seemed* replaces *was*, which would give the number away.
    """

    plural: bool = False

    n_pos = N_POS

    @property
    def words(self) -> tuple[str, ...]:
        """The word of each token number; 0 is the blank after a short sentence."""
        own = ("these", "they", "seemed", *PLURALS) if self.plural else ("the", "was")
        shared = (*TIMES, *ADJECTIVES, *NOUNS, *ADVERBS, *VERBS, "this", "with", "because", "it")
        return (BLANK, *shared, *OF_SUBJECT, *OF_OBJECT, *own, HIDDEN)

    @property
    def n_symbols(self) -> int:
        return len(self.words)

    def sample(self, n: int, generator: Generator) -> Sentences:
        """Draw ``n`` sentences with their links."""
        coin = _Coins(n, generator)
        verb, nouns, is_tool = _verb_and_nouns(coin)
        many = coin.toss(3) & self.plural
        of_subject = coin.toss()
        word = {
            "time": coin.pick(self._ids(TIMES)),
            "adverb": coin.pick(self._ids(ADVERBS)),
            "verb": self._ids(VERBS)[verb],
            "pronoun": self._ids(("it",)).expand(n),
            "predicate": torch.where(
                of_subject, coin.pick(self._ids(OF_SUBJECT)), coin.pick(self._ids(OF_OBJECT))
            ),
        }
        for i, place in enumerate(("subject", "object", "tool")):
            word[f"adj{i}"] = coin.pick(self._ids(ADJECTIVES))
            word[place] = self._ids(NOUNS)[nouns[:, i]]
            if self.plural:
                word[place] = torch.where(many[:, i], self._ids(PLURALS)[nouns[:, i]], word[place])
                word[f"det{i}"] = self._ids(("this", "these"))[many[:, i].long()]
            else:
                word[f"det{i}"] = coin.pick(self._ids(("the", "this")))
        if self.plural:
            named = torch.where(of_subject, many[:, 0], many[:, 1])
            word["pronoun"] = self._ids(("it", "they"))[named.long()]
        for place in ("with", "because"):
            word[place] = self._ids((place,)).expand(n)
        word["was"] = self._ids(("seemed" if self.plural else "was",)).expand(n)
        return lay_out(word, _present(coin), of_subject, is_tool)

    def tokens(self, text: str) -> Int[Tensor, "1 pos"]:
        """Read a sentence of this grammar's words; a full stop at its end is left out.

        Raises
        ------
        ValueError
            If a word is not in the vocabulary, or there are more words than positions.
        """
        words = text.lower().removesuffix(".").split()
        for word in words:
            if word not in self.words:
                near = get_close_matches(word, self.words, cutoff=0.5)
                hint = f"; near: {', '.join(near)}" if near else ""
                raise ValueError(f"{word!r} is not one of the {self.n_symbols} words{hint}")
        if not 1 <= len(words) <= N_POS:
            raise ValueError(f"the sentence has {len(words)} words; use 1 to {N_POS}")
        ids = [self.words.index(word) for word in words]
        return torch.tensor([ids + [0] * (N_POS - len(ids))])

    def text(self, tokens: Int[Tensor, " pos"]) -> str:
        """Write a sentence as text."""
        return " ".join(self.words[int(i)] for i in tokens if i)

    def _ids(self, words: tuple[str, ...]) -> Tensor:
        return torch.tensor([self.words.index(word) for word in words])


class _Coins:
    """Independent draws for each of n sentences."""

    def __init__(self, n: int, generator: Generator):
        self.n, self.generator = n, generator

    def toss(self, *sizes: int) -> Tensor:
        return torch.randint(2, (self.n, *sizes), generator=self.generator).bool()

    def pick(self, among: Tensor) -> Tensor:
        return among[torch.randint(len(among), (self.n,), generator=self.generator)]

    def shuffled(self, size: int) -> Tensor:
        """Return n orders of the numbers from 0 to size - 1."""
        return torch.rand(self.n, size, generator=self.generator).argsort(dim=1)


def _verb_and_nouns(coin: _Coins) -> tuple[Tensor, Tensor, Tensor]:
    """Draw the verb; subject, object and the noun after "with", all different; is it the tool?"""
    verb = coin.pick(torch.arange(len(VERBS)))
    tool = torch.tensor([NOUNS.index(TOOLS[v]) for v in VERBS])[verb]
    nouns, is_tool = coin.shuffled(len(NOUNS)), coin.toss()
    pair, third, unused = nouns[:, :2], nouns[:, 2], nouns[:, 3]
    # A tool that stands elsewhere changes places with the third noun, an unwanted one leaves.
    taken = is_tool[:, None] & (pair == tool[:, None])
    pair = torch.where(taken, third[:, None], pair)
    third = torch.where(is_tool, tool, torch.where(third == tool, unused, third))
    return verb, torch.cat([pair, third[:, None]], dim=1), is_tool


def _present(coin: _Coins) -> dict[str, Tensor]:
    """Toss a coin for each part that a sentence may lack; the rest is always there."""
    present = dict.fromkeys(PLACES, torch.ones(coin.n, dtype=torch.bool))
    for place in ("time", "adverb", "adj0", "adj1", "with"):
        present[place] = coin.toss()
    present["det2"] = present["tool"] = present["with"]
    present["adj2"] = present["with"] & coin.toss()
    return present
