"""Wrong answers to `tired_or_wide` that people really give."""

import numpy as np


def both_sentences(function):
    """Apply a function to the powers of each sentence: animal, street, last word."""
    return lambda powers: np.concatenate([function(powers[:, [0, 1, last]]) for last in (2, 3)])


def weights(powers):
    return powers / powers.sum(axis=1, keepdims=True)


def together(powers):
    return weights(powers).sum(axis=0)[:2]


right = both_sentences(together)


def four_words(powers):
    return np.tile(weights(powers)[:, :2].sum(axis=0), 2)


@both_sentences
def nouns_only(powers):
    return weights(powers[:, :2]).sum(axis=0)


@both_sentences
def one_softmax(powers):
    return powers.sum(axis=0)[:2] / powers.sum()


@both_sentences
def mean_of_heads(powers):
    return together(powers) / 2


@both_sentences
def largest_only(powers):
    return np.eye(3)[powers.argmax(axis=1)].sum(axis=0)[:2]


@both_sentences
def over_heads(powers):
    return (powers / powers.sum(axis=0)).mean(axis=0)[:2]


@both_sentences
def again(powers):
    return together(np.exp(powers))


@both_sentences
def product(powers):
    return weights(powers).prod(axis=0)[:2]


def wide_first(powers):
    return right(powers)[[2, 3, 0, 1]]


def animal_first(powers):
    return right(powers)[[0, 2, 1, 3]]


WRONG = {
    "only one of *tired* and *wide* is in a sentence; leave the other out of the sum": four_words,
    "the last word gets attention too, which the nouns lose": nouns_only,
    "the weights of both heads sum to 1 together; those of each head should": one_softmax,
    "the heads are averaged; add their weights": mean_of_heads,
    "the largest score gets all; every word gets some attention": largest_only,
    "the weights sum to 1 over heads; they should sum to 1 over words": over_heads,
    "these are the powers already; do not raise e to them again": again,
    "the weights of the heads are multiplied; add them": product,
    "the two sentences are swapped; *tired* comes first": wide_first,
    "the order is another: first both nouns with *tired*, then both with *wide*": animal_first,
}
