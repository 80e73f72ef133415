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
    "the answer is what stood after the symbol, not the symbol itself": itself,
    "this is what stood before the symbol; head 0 looks back, head 1 reads the key's own": before,
    "only the last earlier place counts here; head 1 looks at all that match": last_place,
    "only the first earlier place counts here; head 1 looks at all that match": first_place,
    "all goes to the most frequent follower; a head averages, it takes no maximum": most_frequent,
    "these are counts; a head's shares sum to 1": counted,
    "each follower counts once; head 1 gives a share to each place": each_once,
    "this is head 0's answer, the symbol one back": one_back,
    "this is the average of all tokens, without the second head's match": of_all_tokens,
    "the counts are divided by all tokens; only places that match get a share": out_of_all,
    "this is two after the earlier place; the key that matches is one after": two_after,
}
