"""Sentences of the tiny language and their links."""

import pytest
import torch
from multihead.language import Grammar, links
from multihead.language.grammar import NOUNS, OF_SUBJECT, PLURALS, TOOLS
from multihead.language.links import N_POS, RELATION_OF_LINK

N = 700
SINGULAR, PLURAL = Grammar(), Grammar(plural=True)


def rng(seed=3):
    return torch.Generator().manual_seed(seed)


def link_pairs(grammar):
    """Every link as (relation, the sentence's words, where it starts, where it leads)."""
    tokens, row, target = grammar.sample(N, rng())
    for sentence, starts, ends in zip(tokens.tolist(), row.tolist(), target.tolist(), strict=True):
        words = [grammar.words[t] for t in sentence]
        for relation, start, end in zip(RELATION_OF_LINK.tolist(), starts, ends, strict=True):
            assert (start < 0) == (end < 0)
            if start >= 0:
                yield relation, words, start, end


@pytest.mark.parametrize("grammar", [SINGULAR, PLURAL], ids=["singular", "plural"])
def test_every_link_joins_words_of_the_right_kinds(grammar):
    nouns, verbs = {*NOUNS, *PLURALS}, {*TOOLS}
    kinds = {
        links.DETERMINER: ({"the", "this", "these"}, nouns),
        links.OBJECT: (verbs, nouns),
        links.SUBJECT: (verbs, nouns),
        links.PREPOSITION: ({"with"}, nouns),
        links.PRONOUN: ({"it", "they"}, nouns),
        links.PHRASE: (nouns, nouns | verbs),
    }
    seen = set()
    for relation, words, start, end in link_pairs(grammar):
        seen.add(relation)
        if relation == links.PREVIOUS:
            assert end == start - 1
            continue
        starts, ends = kinds[relation]
        assert words[start] in starts, " ".join(words)
        assert words[end] in ends, " ".join(words)
        if relation == links.SUBJECT:
            assert end < start
        elif relation != links.PHRASE and relation != links.PRONOUN:
            assert start < end <= start + 3
    assert seen == set(range(7))


def test_the_last_word_decides_what_it_means():
    for relation, words, _, end in link_pairs(SINGULAR):
        if relation == links.PRONOUN:
            last = [w for w in words if w][-1]
            verb = next(i for i, w in enumerate(words) if w in TOOLS)
            assert (end < verb) == (last in OF_SUBJECT), " ".join(words)


def test_a_verbs_own_tool_belongs_to_the_verb_and_any_other_noun_to_the_object():
    belongs = []
    for relation, words, start, end in link_pairs(SINGULAR):
        if relation == links.PHRASE:
            verb = next(i for i, w in enumerate(words) if w in TOOLS)
            is_tool = words[start] == TOOLS[words[verb]]
            assert (end == verb) is is_tool, " ".join(words)
            belongs.append(is_tool)
            assert end == verb or words[end] in NOUNS
    assert 0.4 < sum(belongs) / len(belongs) < 0.6


def test_hidden_words_agree_with_their_noun_only():
    plural = {links.DETERMINER: [], links.PRONOUN: []}
    for relation, words, start, end in link_pairs(PLURAL):
        if relation in plural:
            plural[relation].append(words[end] in PLURALS)
            assert (words[start] in ("these", "they")) == plural[relation][-1]
    assert all(0.4 < sum(many) / len(many) < 0.6 for many in plural.values())
    assert not {"the", "was", "were"} & {*PLURAL.words}


def test_a_verbs_own_tool_may_be_its_subject_or_object_too():
    """Else a head could find the subject by what it is not."""
    distances = {links.SUBJECT: 0, links.OBJECT: 0}
    for relation, words, start, end in link_pairs(SINGULAR):
        if relation in distances:
            distances[relation] += TOOLS[words[start]] == words[end]
    assert all(0.02 < count / N < 0.12 for count in distances.values())


def test_no_noun_stands_twice_and_none_keeps_to_one_place():
    tokens, _, _ = SINGULAR.sample(N, rng())
    first = set()
    for sentence in tokens.tolist():
        nouns = [SINGULAR.words[t] for t in sentence if SINGULAR.words[t] in NOUNS]
        assert len(nouns) == len({*nouns}) in (2, 3)
        first.add(nouns[0])
    assert first == {*NOUNS}


def test_a_sentence_is_read_and_written():
    text = "the animal never crossed the street because it was tired"
    tokens = SINGULAR.tokens("The animal never crossed the street because it was tired.")
    assert tokens.shape == (1, N_POS)
    assert SINGULAR.text(tokens[0]) == text
    assert (tokens[0, 10:] == 0).all()


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("the dogs saw", "'dogs' .*33 words.*: dog"),
        ("the " * 18, " 18 words.* 1 to 17"),
        ("", " 0 words"),
    ],
)
def test_a_sentence_that_cannot_be_read_says_why(text, trouble):
    with pytest.raises(ValueError, match=trouble):
        SINGULAR.tokens(text)
