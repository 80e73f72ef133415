"""Wrong answers to `best_offset` that people really give."""

import numpy as np


def most_frequent(values, n):
    found, times = np.unique(values, return_counts=True)
    return np.array([found[times.argmax()], times.max() / n])


def right(row, target):
    there = row >= 0
    return most_frequent((target - row)[there], there.sum())


def as_itself(row, target):
    return most_frequent(target - row, row.size)


def of_all(row, target):
    return most_frequent((target - row)[row >= 0], row.size)


def backwards(row, target):
    return right(row, target) * [-1, 1]


def no_sign(row, target):
    there = row >= 0
    return most_frequent(abs(target - row)[there], there.sum())


def position(row, target):
    return most_frequent(target[row >= 0], (row >= 0).sum())


def first_word_missing(row, target):
    there = row > 0
    return most_frequent((target - row)[there], there.sum())


def how_many(row, target):
    return right(row, target) * [1, (row >= 0).sum()]


def rounded_mean(row, target):
    there = row >= 0
    offset = np.round((target - row)[there].mean())
    return np.array([offset, ((target - row)[there] == offset).mean()])


def by_sentence(row, target):
    """Count a sentence as right only if all its links are."""
    offset = right(row, target)[0]
    some = (row >= 0).any(axis=1)
    good = ((target - row == offset) | (row < 0)).all(axis=1)
    return np.array([offset, good[some].mean()])


WRONG = {
    "missing links count as offset 0; leave them out": as_itself,
    "the fraction is of all links; divide by those that are there": of_all,
    "the sign is reversed; the offset is target minus row": backwards,
    "ahead and back count as the same offset; keep the sign": no_sign,
    "this is the most frequent position; take the most frequent offset": position,
    "row 0 is a word too; only -1 is missing": first_word_missing,
    "this is how often it is right; divide by the number of links": how_many,
    "the mean offset is seldom right; take the most frequent one": rounded_mean,
    "this is the fraction of sentences whose links are all right; count links": by_sentence,
}
