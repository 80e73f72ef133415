"""Wrong answers to `followers` that people really give."""

import numpy as np


def equal(tokens):
    return tokens[:, None] == tokens[None, :]


def right(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    table[:, 1:] = equal(tokens)[:, :-1]
    return np.tril(table)


def same_symbol(tokens):
    return np.tril(equal(tokens), -1)


def same_symbol_and_itself(tokens):
    return np.tril(equal(tokens))


def before_it(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    table[:, :-1] = np.tril(equal(tokens), -1)[:, 1:]
    return table


def not_causal(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    table[:, 1:] = equal(tokens)[:, :-1]
    return table


def wrapped(tokens):
    return np.tril(np.roll(equal(tokens), 1, axis=1))


def turned(tokens):
    return right(tokens).T


def strictly_before(tokens):
    return np.tril(right(tokens), -1)


def only_one(tokens, which):
    table = right(tokens)
    for row in table:
        found = np.flatnonzero(row)
        row[:] = False
        row[found[which : which + 1 or None]] = True
    return table


def last_only(tokens):
    return only_one(tokens, -1)


def first_only(tokens):
    return only_one(tokens, 0)


def weights(tokens):
    table = right(tokens).astype(float)
    return table / np.maximum(table.sum(axis=1, keepdims=True), 1)


def two_after(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    table[:, 2:] = equal(tokens)[:, :-2]
    return np.tril(table)


WRONG = {
    "this marks the earlier occurrence itself; mark the key right after it": same_symbol,
    "this marks the same symbol and the query itself; mark the key after each occurrence": (
        same_symbol_and_itself
    ),
    "this marks the key before the earlier occurrence; mark the key after it": before_it,
    "keys after the query are marked, but no token sees what comes later": not_causal,
    "the first key is thought to come after the last one, but nothing stands before it": wrapped,
    "rows and columns are swapped; each query has a row, each key a column": turned,
    "the query's own key is left out; it fits if the token before it has its symbol": (
        strictly_before
    ),
    "only the last key that fits is marked; mark all of them": last_only,
    "only the first key that fits is marked; mark all of them": first_only,
    "these are attention weights; give True and False": weights,
    "this marks the key two after the earlier occurrence; mark the key right after it": two_after,
}
