"""Wrong answers to `what_comes_next` that people really give."""

import numpy as np

N_SYMBOLS = 5


def places(tokens):
    return np.flatnonzero(tokens[:-1] == tokens[-1])


def shares(found):
    return np.bincount(found, minlength=N_SYMBOLS) / len(found)


def itself(tokens):
    return shares(tokens[places(tokens)])


def before(tokens):
    return shares(tokens[places(tokens) - 1])


def last_place(tokens):
    return shares(tokens[places(tokens)[-1:] + 1])


def first_place(tokens):
    return shares(tokens[places(tokens)[:1] + 1])


def most_frequent(tokens):
    after = np.bincount(tokens[places(tokens) + 1], minlength=N_SYMBOLS)
    return (after == after.max()).astype(float)


def counted(tokens):
    return shares(tokens[places(tokens) + 1]) * len(places(tokens))


def each_once(tokens):
    return shares(np.unique(tokens[places(tokens) + 1]))


def one_back(tokens):
    return shares(tokens[-2:-1])


def of_all_tokens(tokens):
    return shares(tokens)


def out_of_all(tokens):
    return counted(tokens) / len(tokens)


def two_after(tokens):
    return shares(tokens[np.minimum(places(tokens) + 2, len(tokens) - 1)])


WRONG = {
    "this is the symbol itself; the answer is what came after its earlier occurrences": itself,
    "this is what came before the symbol; head 1 copies the symbol of the key that matches": before,
    "only the last earlier occurrence counts here; head 1 attends to all tokens that match": (
        last_place
    ),
    "only the first earlier occurrence counts here; head 1 attends to all tokens that match": (
        first_place
    ),
    "all weight goes to the most frequent follower, but a head averages and takes no maximum": (
        most_frequent
    ),
    "these are counts; divide them so that the attention weights sum to 1": counted,
    "each follower counts once; head 1 gives the same weight to each token that matches": each_once,
    "this is the output of head 0, the symbol of the previous token": one_back,
    "this is the average over all tokens; head 1 attends only to those that match": of_all_tokens,
    "the counts are divided by the number of all tokens; only those that match get a weight": (
        out_of_all
    ),
    "this is two after the earlier occurrence; the key that matches is right after it": two_after,
}
