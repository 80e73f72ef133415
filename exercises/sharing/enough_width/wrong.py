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
    "one number for each target; the waves of a ring take two, a cosine and a sine": (
        a_number_for_each_target
    ),
    "2k is more than n - 1 where there are many targets": twice_always,
    "n - 1 is enough for every pattern; a few targets take only 2k": like_any_pattern,
    "this is the number of tokens; one less is enough for every pattern": a_number_for_each_token,
    "the softmax does not see a constant, so n - 1 is enough in place of n": without_the_one_less,
    "k + 1 was enough for the maps of Figure S2.2, not for every choice of targets": one_more,
    "leaving out one token, another in each row, takes all n - 1": each_but_the_last,
    "leaving out a few tokens is not as easy as pointing at a few": what_is_left_out,
    "these count the tokens left out; count the targets": only_what_is_left_out,
    "two numbers are enough for one target in each row, not for several": pointing,
    "it is not a matter of how many bits name a token": bits,
    "this is the larger of the two widths; the smaller one is enough": the_larger,
    "the softmax does not see the constant, so 2k numbers are enough": with_the_constant,
}
