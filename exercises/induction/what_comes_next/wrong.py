"""Wrong answers to `what_comes_next` that people really give."""

import numpy as np

N_SYMBOLS = 5


def found_at(tokens):
    return np.flatnonzero(tokens[:-1] == tokens[-1])


def weights(found):
    return np.bincount(found, minlength=N_SYMBOLS) / len(found)


def itself(tokens):
    return weights(tokens[found_at(tokens)])


def before(tokens):
    return weights(tokens[found_at(tokens) - 1])


def last_one(tokens):
    return weights(tokens[found_at(tokens)[-1:] + 1])


def first_one(tokens):
    return weights(tokens[found_at(tokens)[:1] + 1])


def most_frequent(tokens):
    after = np.bincount(tokens[found_at(tokens) + 1], minlength=N_SYMBOLS)
    return (after == after.max()).astype(float)


def counted(tokens):
    return weights(tokens[found_at(tokens) + 1]) * len(found_at(tokens))


def each_once(tokens):
    return weights(np.unique(tokens[found_at(tokens) + 1]))


def one_back(tokens):
    return weights(tokens[-2:-1])


def of_all_tokens(tokens):
    return weights(tokens)


def out_of_all(tokens):
    return counted(tokens) / len(tokens)


def two_after(tokens):
    return weights(tokens[np.minimum(found_at(tokens) + 2, len(tokens) - 1)])


WRONG = {
    "this is the symbol itself; the answer is what came after its earlier occurrences": itself,
    "this is what came before the symbol; head 1 copies the symbol of the key that matches": before,
    "only the last earlier occurrence is counted; head 1 attends to all tokens that match": (
        last_one
    ),
    "only the first earlier occurrence is counted; head 1 attends to all tokens that match": (
        first_one
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
