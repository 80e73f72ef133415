"""Wrong answers to `best_pairing` that people really give."""

from itertools import permutations

import numpy as np


def sums(s):
    return [sum(s[i, j] for i, j in enumerate(order)) for order in permutations(range(3))]


def twice(s):
    return np.array([s.max(axis=1).mean(), s.mean()])


def greedy(s):
    left, total = s.copy(), 0.0
    for _ in range(3):
        i, j = np.unravel_index(left.argmax(), left.shape)
        total += left[i, j]
        left[i], left[:, j] = -1, -1
    return np.array([total / 3, s.mean()])


def by_number(s):
    return np.array([np.trace(s) / 3, s.mean()])


def summed(s):
    return np.array([max(sums(s)), np.mean(sums(s))])


def worst(s):
    return np.array([min(sums(s)) / 3, s.mean()])


def same_twice(s):
    return np.array([max(sums(s)) / 3, max(sums(s)) / 3])


WRONG = {
    "a head is the partner of two heads; each may be used once": twice,
    "the most similar pair is fixed first; look for the largest sum of all three": greedy,
    "heads with the same number are paired, but their numbers mean nothing": by_number,
    "these are sums over three pairs; divide by three": summed,
    "this is the pairing with the smallest sum": worst,
    "the second number is a mean over all six pairings, not the best of them": same_twice,
}
