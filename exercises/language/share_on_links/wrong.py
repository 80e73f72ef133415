"""Wrong answers to `share_on_links` that people really give."""

import numpy as np


def at(pattern, row, target):
    """Return (sentence, head, link): the weight at the given rows and columns."""
    n, heads = np.arange(len(row))[:, None, None], np.arange(pattern.shape[1])[:, None]
    return pattern[n, heads, row[:, None], target[:, None]]


def mean_of_links(values, there):
    with np.errstate(invalid="ignore"):  # 0 / 0, if no link is there
        return (values * there[:, None]).sum(axis=(0, 2)) / there.sum()


def right(pattern, row, target):
    return mean_of_links(at(pattern, row, target), row >= 0)


def minus_one(pattern, row, target):
    return at(pattern, row, target).mean(axis=(0, 2))


def first_word(pattern, row, target):
    return at(pattern, np.maximum(row, 0), np.maximum(target, 0)).mean(axis=(0, 2))


def as_zero(pattern, row, target):
    return (at(pattern, row, target) * (row >= 0)[:, None]).mean(axis=(0, 2))


def swapped(pattern, row, target):
    return right(pattern, target, row)


def over_heads(pattern, row, target):
    return right(pattern, row, target).mean()


def best_head(pattern, row, target):
    return right(pattern, row, target).max()


def how_often_largest(pattern, row, target):
    largest = at(pattern, row, target) == at(pattern.max(axis=-1, keepdims=True), row, 0 * target)
    return mean_of_links(largest, row >= 0)


def largest_weight(pattern, row, target):
    return mean_of_links(at(pattern.max(axis=-1, keepdims=True), row, 0 * target), row >= 0)


def by_sentence(pattern, row, target):
    there = row >= 0
    sums = (at(pattern, row, target) * there[:, None]).sum(axis=2)
    some = there.any(axis=1)
    return (sums[some] / there[some].sum(axis=1, keepdims=True)).mean(axis=0)


def first_word_missing(pattern, row, target):
    return mean_of_links(at(pattern, row, target), (row > 0) & (target > 0))


def only_sum(pattern, row, target):
    return right(pattern, row, target) * (row >= 0).sum()


WRONG = {
    "position -1 is read as the last word; leave missing links out": minus_one,
    "missing links are read at word 0; leave them out": first_word,
    "missing links count as a weight of 0; divide by those that are there": as_zero,
    "query and key are swapped; the row comes first": swapped,
    "the heads are averaged; give one number for each": over_heads,
    "only the best head is left; give one number for each": best_head,
    "this is how often the right key has the largest weight; average its weight": how_often_largest,
    "the largest weight of the row counts, wherever it is": largest_weight,
    "each sentence counts equally; each link should": by_sentence,
    "word 0 is a word too; only -1 is missing": first_word_missing,
    "the weights are added; average them": only_sum,
}
