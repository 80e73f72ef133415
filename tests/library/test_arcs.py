"""Arcs above a sentence."""

import pytest
from matplotlib.patches import FancyArrowPatch
from multihead.show import two_sentences
from multihead.show.arcs import arcs


def test_every_link_gets_an_arrow_between_its_words():
    words = ["one", "twofold", "three", "four", "five"]
    links = [(0, 2), (4, 1), (3, 2)]
    axes = arcs(words, links).axes[0]
    middles = {text.get_text(): text.get_position()[0] for text in axes.texts}
    assert list(middles) == words
    arrows = [p for p in axes.patches if isinstance(p, FancyArrowPatch)]
    ends = [tuple(x for x, _ in patch._posA_posB) for patch in arrows]
    assert ends == [(middles[words[a]], middles[words[b]]) for a, b in links]


@pytest.mark.parametrize("link", [(0, 3), (-1, 2), (1, 1)])
def test_a_link_that_joins_no_two_words_says_so(link):
    with pytest.raises(ValueError, match=r"\(.*\).* 3 words.*0 to 2"):
        arcs(["a", "b", "c"], [link])


def test_the_two_sentences_fit_a_phone():
    assert all(figure.get_size_inches()[0] <= 4.6 for figure in two_sentences())
