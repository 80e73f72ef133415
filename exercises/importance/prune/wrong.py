"""Wrong answers to `prune` that people really give."""

import numpy as np


def greedy(C, b, rise, largest=False):
    g, order = np.ones(len(b)), []
    for _ in b:
        costs = np.where(g == 0, np.inf, -rise(g) if largest else rise(g))
        order.append(int(costs.argmin()))
        g[order[-1]] = 0
    return np.array(order)


def rise_of(C, b):
    return lambda g: 2 * b - 2 * C @ g + np.diag(C)


def again(C, b):
    return greedy(C, b, rise_of(C, b))


def once(C, b):
    return rise_of(C, b)(np.ones(len(b))).argsort()


def most_costly_first(C, b):
    return greedy(C, b, rise_of(C, b), largest=True)


def by_size(C, b):
    return np.diag(C).argsort()


def alone(C, b):
    return (2 * b - np.diag(C)).argsort()


def no_diagonal(C, b):
    return greedy(C, b, lambda g: 2 * b - 2 * C @ g)


def single_counted(C, b):
    return greedy(C, b, lambda g: b - C @ g + np.diag(C))


def ranks(C, b):
    return again(C, b).argsort()


def last_first(C, b):
    return again(C, b)[::-1]


def without_last(C, b):
    return again(C, b)[:-1]


WRONG = {
    "the costs are measured once, in the full layer; measure them again after each removal": once,
    "the most costly head is removed first; remove the least costly one first": most_costly_first,
    "the heads are ordered by their size, C_ii; their overlap with other heads counts too": by_size,
    "each head is measured as if it were alone; the remaining heads count too": alone,
    "the term C_ii is left out of the rise of the loss": no_diagonal,
    "the factor 2 is left out of the rise of the loss": single_counted,
    "these are the ranks of the heads; give the heads in the order of their removal": ranks,
    "the order is reversed; the head that is removed first comes first": last_first,
    "the head that is removed last is missing; give all heads": without_last,
}
