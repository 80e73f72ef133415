"""Wrong answers to `enough_width` that people really give."""

import numpy as np


def a_number_for_each_target(n, k):
    return k


def twice_always(n, k):
    return 2 * k


def like_any_pattern(n, k):
    return n - 1


def a_number_for_each_token(n, k):
    return n


def without_the_one_less(n, k):
    return np.minimum(2 * k, n)


def one_more(n, k):
    return np.minimum(k + 1, n - 1)


def each_but_the_last(n, k):
    return np.minimum(k, n - 2)


def what_is_left_out(n, k):
    return np.minimum(np.minimum(2 * k, 2 * (n - k)), n - 1)


def only_what_is_left_out(n, k):
    return np.minimum(2 * (n - k), n - 1)


def pointing(n, k):
    return np.full(3, 2)


def bits(n, k):
    return np.ceil(np.log2(n))


def the_larger(n, k):
    return np.maximum(2 * k, n - 1)


def with_the_constant(n, k):
    return np.minimum(2 * k + 1, n - 1)


WRONG = {
    "one dimension for each target is counted; each takes two, a cosine and a sine": (
        a_number_for_each_target
    ),
    "2k is more than n - 1 if there are many targets; take the smaller of the two": twice_always,
    "n - 1 is enough for every pattern, but a few targets take only 2k": like_any_pattern,
    "this is the number of tokens; one less is enough for every pattern": a_number_for_each_token,
    "adding a constant does not change the softmax, so n - 1 is enough instead of n": (
        without_the_one_less
    ),
    "k + 1 was enough for the maps of Figure S2.2, but not for every choice of targets": one_more,
    "leaving out one token, a different one in each row, takes all n - 1 dimensions": (
        each_but_the_last
    ),
    "leaving out a few tokens is not as easy as attending to a few": what_is_left_out,
    "this counts the tokens that are left out; count the targets": only_what_is_left_out,
    "two dimensions are enough for one target in each row, but not for several": pointing,
    "this counts the bits that name a token, but a width is no number of bits": bits,
    "this is the larger of the two widths; the smaller one is enough": the_larger,
    "the constant term does not change the softmax, so 2k dimensions are enough": with_the_constant,
}
