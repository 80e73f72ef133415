"""The words of a grammar by kind, and which relations a word can start."""

from typing import Any

from multihead.language import RELATIONS, Grammar, links
from multihead.language.grammar import (
    ADJECTIVES,
    ADVERBS,
    BLANK,
    HIDDEN,
    NOUNS,
    OF_OBJECT,
    OF_SUBJECT,
    PLURALS,
    TIMES,
    VERBS,
)

KINDS = {
    "determiner": ("the", "this", "these"),
    "adjective": ADJECTIVES,
    "noun": (*NOUNS, *PLURALS),
    "verb": VERBS,
    "adverb": ADVERBS,
    "time": TIMES,
    "preposition": ("with",),
    "conjunction": ("because",),
    "pronoun": ("it", "they"),
    "copula": ("was", "seemed"),
    "predicate": (*OF_SUBJECT, *OF_OBJECT),
}
# The kinds of word from which each relation starts. A noun is asked what its phrase belongs to only
# where the grammar has it: two or three positions after "with".
STARTS = {
    links.PREVIOUS: None,
    links.DETERMINER: "determiner",
    links.OBJECT: "verb",
    links.SUBJECT: "verb",
    links.PREPOSITION: "preposition",
    links.PRONOUN: "pronoun",
    links.PHRASE: "noun",
}


def kinds(grammar: Grammar) -> list[list[Any]]:
    """Give the kinds of word that the grammar has, with the numbers of their words."""
    words = grammar.words
    by_kind = [[kind, [words.index(w) for w in of if w in words]] for kind, of in KINDS.items()]
    if sum(len(ids) for _, ids in by_kind) != len({*words} - {BLANK, HIDDEN}):
        raise AssertionError("some word of the grammar has no kind")
    return by_kind


def questions(grammar: Grammar) -> list[dict[str, Any]]:
    """For each relation, the words it may start from (None: all) and which must stand before."""
    of_kind = dict(kinds(grammar))
    return [
        {
            "name": RELATIONS[relation],
            "from": of_kind[kind] if kind else None,
            "after": grammar.words.index("with") if relation == links.PHRASE else None,
        }
        for relation, kind in STARTS.items()
    ]


def relations_at(tokens: list[int], at: int, questions: list[dict[str, Any]]) -> list[int]:
    """Which relations start at a position of a sentence; the previous word comes last."""
    before = [tokens[i] for i in (at - 2, at - 3) if i >= 0]
    relations = [
        i
        for i, question in enumerate(questions)
        if (at > 0 if question["from"] is None else tokens[at] in question["from"])
        and (question["after"] is None or question["after"] in before)
    ]
    return sorted(relations, key=lambda i: (i == 0, i))
