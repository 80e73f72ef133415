"""Wrong answers to `on_line_starts` that people really give."""

import numpy as np


def weight_on(pattern, starts):
    """Return (head, window, query)."""
    return (pattern * starts[:, None, None]).sum(axis=-1).swapaxes(0, 1)


def equal(tokens):
    return tokens[:, :, None] == tokens[:, None]


def occurred_before(tokens):
    return np.tril(equal(tokens), -1).any(axis=-1)


def two_means(weight, stood):
    """Return (head, 2); NaN for a kind of query that is not there."""
    with np.errstate(invalid="ignore"):
        return np.stack([weight[:, each].sum(axis=1) / each.sum() for each in (stood, ~stood)], 1)


def with_stood(pattern, tokens, starts, first, stood):
    return two_means(weight_on(pattern, starts)[:, :, first:], stood[:, first:])


def right(pattern, tokens, starts, first):
    return with_stood(pattern, tokens, starts, first, occurred_before(tokens))


def with_itself(pattern, tokens, starts, first):
    return with_stood(pattern, tokens, starts, first, np.tril(equal(tokens)).any(axis=-1))


def later_too(pattern, tokens, starts, first):
    stood = equal(tokens).sum(axis=-1) > 1
    return with_stood(pattern, tokens, starts, first, stood)


def among_the_counted(pattern, tokens, starts, first):
    weight = weight_on(pattern, starts)[:, :, first:]
    return two_means(weight, occurred_before(tokens[:, first:]))


def in_any_window(pattern, tokens, starts, first):
    stood = occurred_before(tokens.reshape(1, -1)).reshape(tokens.shape)
    return with_stood(pattern, tokens, starts, first, stood)


def just_before(pattern, tokens, starts, first):
    stood = np.zeros(tokens.shape, dtype=bool)
    stood[:, 1:] = tokens[:, 1:] == tokens[:, :-1]
    return with_stood(pattern, tokens, starts, first, stood)


def all_queries(pattern, tokens, starts, first):
    return right(pattern, tokens, starts, 0)


def by_window(pattern, tokens, starts, first):
    each = [
        right(pattern[w : w + 1], tokens[w : w + 1], starts[w : w + 1], first)
        for w in range(len(tokens))
    ]
    there = ~np.isnan(each)
    return np.where(there, each, 0).sum(axis=0) / there.sum(axis=0)


def over_all_queries(pattern, tokens, starts, first):
    weight, stood = weight_on(pattern, starts)[:, :, first:], occurred_before(tokens)[:, first:]
    return np.stack([(weight * each).mean(axis=(1, 2)) for each in (stood, ~stood)], axis=1)


def new_first(pattern, tokens, starts, first):
    return right(pattern, tokens, starts, first)[:, ::-1]


def turned_pattern(pattern, tokens, starts, first):
    return right(pattern.swapaxes(-1, -2), tokens, starts, first)


def turned_result(pattern, tokens, starts, first):
    return right(pattern, tokens, starts, first).T


def for_each_start(pattern, tokens, starts, first):
    seen = np.maximum(starts.cumsum(axis=1), 1)  # at each query
    return right(pattern / seen[:, None, :, None], tokens, starts, first)


def how_often_largest(pattern, tokens, starts, first):
    largest = pattern == pattern.max(axis=-1, keepdims=True)
    return right(largest.astype(float), tokens, starts, first)


def over_heads(pattern, tokens, starts, first):
    return right(pattern, tokens, starts, first).mean(axis=0)


WRONG = {
    "the query itself counts as an earlier occurrence; then no token is new": with_itself,
    "later occurrences count too; only those before the query do": later_too,
    "earlier occurrences are sought among the counted queries only; they may be anywhere before": (
        among_the_counted
    ),
    "occurrences in other windows count; only those in the same window do": in_any_window,
    "only the previous token is compared; compare with all tokens before the query": just_before,
    "the queries before `first` count too; leave them out": all_queries,
    "each window counts the same; each query should": by_window,
    "divided by all queries; divide by those of the kind": over_all_queries,
    "the two kinds are swapped; those that occurred before come first": new_first,
    "queries and keys are swapped; the last axis is the key": turned_pattern,
    "rows and columns of the answer are swapped; give a row for each head": turned_result,
    "divided by how many tokens begin a line; add their weights up": for_each_start,
    "the largest weight counts as 1; add the weights up": how_often_largest,
    "the heads are averaged; give a row for each": over_heads,
}
