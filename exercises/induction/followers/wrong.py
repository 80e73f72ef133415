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


def one_place(tokens, which):
    table = right(tokens)
    for row in table:
        found = np.flatnonzero(row)
        row[:] = False
        row[found[which : which + 1 or None]] = True
    return table


def last_only(tokens):
    return one_place(tokens, -1)


def first_only(tokens):
    return one_place(tokens, 0)


def shares(tokens):
    table = right(tokens).astype(float)
    return table / np.maximum(table.sum(axis=1, keepdims=True), 1)


def two_after(tokens):
    table = np.zeros((len(tokens), len(tokens)), dtype=bool)
    table[:, 2:] = equal(tokens)[:, :-2]
    return np.tril(table)


WRONG = {
    "this marks the earlier place itself; mark the key after it": same_symbol,
    "this marks the same symbol, and the token itself; mark the key after it": (
        same_symbol_and_itself
    ),
    "this marks the key before the earlier place; mark the one after it": before_it,
    "keys after the query are marked; no token sees what comes later": not_causal,
    "the first key follows the last one here; nothing stands before it": wrapped,
    "rows and columns have changed places; the row is the query": turned,
    "the query's own key is left out; it follows its symbol if that came just before": (
        strictly_before
    ),
    "only the last place is marked; mark all": last_only,
    "only the first place is marked; mark all": first_only,
    "these are shares; give True and False": shares,
    "this marks two after the earlier place; mark the next one": two_after,
}
