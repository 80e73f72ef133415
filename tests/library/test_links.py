"""Shares at links, aims and fixed distances, by hand and over sentences."""

import torch
from multihead.language import Grammar, links
from multihead.language.links import N_POS, RELATION_OF_LINK, Sentences


def rng(seed=3):
    return torch.Generator().manual_seed(seed)


HAND = Sentences(  # two sentences with links of two relations only
    torch.tensor([[5, 7, 2], [5, 0, 0]]),
    torch.full((2, len(RELATION_OF_LINK)), -1),
    torch.full((2, len(RELATION_OF_LINK)), -1),
)


def by_hand():
    """Sentence 0: links 16 (determiner) 0→2 and 19 (object) 1→0. Sentence 1: link 16, 2→1."""
    sentences = Sentences(*(part.clone() for part in HAND))
    sentences.row[0, 16], sentences.target[0, 16] = 0, 2
    sentences.row[0, 19], sentences.target[0, 19] = 1, 0
    sentences.row[1, 16], sentences.target[1, 16] = 2, 1
    return sentences


def test_shares_at_links_and_their_mean_by_relation():
    pattern = torch.rand(5, 2, 3, 3, 3, generator=rng())  # (seed, n, head, query, key)
    sentences = by_hand()
    share = links.by_relation(links.at_links(pattern, sentences), sentences)
    assert share.shape == (5, 3, 7)
    expected = (pattern[:, 0, :, 0, 2] + pattern[:, 1, :, 2, 1]) / 2
    torch.testing.assert_close(share[..., links.DETERMINER], expected)
    torch.testing.assert_close(share[..., links.OBJECT], pattern[:, 0, :, 1, 0])


def test_aimed_says_where_the_largest_share_is():
    pattern = torch.zeros(2, 3, 3, 3)
    pattern[0, 0, 0, 2] = pattern[0, 1, 0, 1] = pattern[0, 2, 1, 0] = pattern[1, 1, 2, 1] = 1
    sentences = by_hand()
    aim = links.by_relation(links.aimed(pattern, sentences), sentences)
    assert aim[:, links.DETERMINER].tolist() == [0.5, 0.5, 0.0]
    assert aim[2, links.OBJECT] == 1


def test_the_best_fixed_distance_is_the_one_that_is_right_most_often():
    sentences = by_hand()
    missing = (sentences.row < 0).all(dim=0)
    sentences.row[0, missing], sentences.target[0, missing] = 1, 0
    best = links.best_offsets(sentences)
    assert best["determiner → noun"] == (-1, 0.75)  # 0→2 once, 2→1 and twice 1→0
    assert best["previous word"] == (-1, 1.0)


def test_fixed_distances_find_half_or_a_quarter():
    best = links.best_offsets(Grammar().sample(4000, rng()))
    half, quarter = list(best.values())[1:5], list(best.values())[5:]
    assert all(0.45 < right < 0.55 for _, right in half)
    assert all(0.2 < right < 0.3 for _, right in quarter)


def test_every_word_but_the_first_is_linked_to_the_one_before_and_no_blank_is():
    sentences = Grammar().sample(50, rng())
    for tokens, row in zip(sentences.tokens, sentences.row, strict=True):
        starts = [r for r in row[: N_POS - 1].tolist() if r >= 0]
        assert starts == [*range(1, int((tokens > 0).sum()))], "a blank is linked, or a word is not"
