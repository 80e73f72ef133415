"""Wrong answers to `choose_and_test` that people really give."""

import numpy as np


def parts(right, kind, chosen):
    inside = np.isin(kind, chosen)
    return right[:, inside].mean(axis=1), right[:, ~inside].mean(axis=1)


def on_all(right, kind, chosen):
    head = right.mean(axis=1).argmax()
    first, second = parts(right, kind, chosen)
    return np.array([first[head], second[head]])


def best_of_both(right, kind, chosen):
    first, second = parts(right, kind, chosen)
    return np.array([first.max(), second.max()])


def on_the_test(right, kind, chosen):
    first, second = parts(right, kind, chosen)
    head = second.argmax()
    return np.array([first[head], second[head]])


def turned(right, kind, chosen):
    first, second = parts(right, kind, chosen)
    return np.array([second[first.argmax()], first.max()])


def whole(right, kind, chosen):
    first, _ = parts(right, kind, chosen)
    return np.array([first.max(), right[first.argmax()].mean()])


def same_twice(right, kind, chosen):
    first, _ = parts(right, kind, chosen)
    return np.array([first.max(), first.max()])


def counts(right, kind, chosen):
    inside = np.isin(kind, chosen)
    head = right[:, inside].mean(axis=1).argmax()
    return np.array([right[head, inside].sum(), right[head, ~inside].sum()], dtype=float)


def all_heads(right, kind, chosen):
    first, second = parts(right, kind, chosen)
    return np.array([first.max(), second.mean()])


WRONG = {
    "the head is chosen on all pairs; choose on those of the chosen kinds": on_all,
    "the best head is looked for on both sides; test the one that was chosen": best_of_both,
    "the head is chosen on the pairs on which it is tested": on_the_test,
    "the two numbers are swapped": turned,
    "the test has all pairs; leave out those on which the head was chosen": whole,
    "the head is tested on the pairs on which it was chosen; take the others": same_twice,
    "these are counts; give fractions": counts,
    "the second number is the mean over all heads; take the chosen one": all_heads,
}
