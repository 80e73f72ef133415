"""Wrong answers to `four_contexts` that people really give."""

import numpy as np

FIRST, SECOND = [0, 1, 0, 1], [0, 0, 1, 1]


def over_contexts(table):
    return table[0, FIRST], table[1, SECOND]


def both(power, value):
    return (*over_contexts(power), *over_contexts(value))


def right(power, value):
    p, q, v, w = both(power, value)
    return (p * v + q * w) / (p + q)


def not_divided(power, value):
    p, q, v, w = both(power, value)
    return p * v + q * w


def plain_mean(power, value):
    _, _, v, w = both(power, value)
    return (v + w) / 2


def plain_sum(power, value):
    _, _, v, w = both(power, value)
    return v + w


def one_total(power, value):
    p, q, v, w = both(power, value)
    return (p * v + q * w) / power.sum()


def softmax_again(power, value):
    p, q, v, w = both(np.exp(power), value)
    return (p * v + q * w) / (p + q)


def largest_only(power, value):
    p, q, v, w = both(power, value)
    return np.where(p > q, v, np.where(p < q, w, (v + w) / 2))


def halved(power, value):
    p, q, v, w = both(power, value)
    return (p * v + q * w) / 2


def other_order(power, value):
    return right(power, value)[[0, 2, 1, 3]]


def signs(power, value):
    return np.sign(right(power, value))


def values_crossed(power, value):
    p, q, v, w = both(power, value)
    return (p * w + q * v) / (p + q)


def weights_of_the_first(power, value):
    p, q, _, _ = both(power, value)
    return p / (p + q)


WRONG = {
    "the sum is not divided; divide it by the sum of the powers that are in the context": (
        not_divided
    ),
    "both tokens get the same attention weight; it has to follow their powers": plain_mean,
    "the values are added up without attention weights": plain_sum,
    "the powers of all tokens are summed; take only the two of the context": one_total,
    "e is raised to the powers, but they are e to the power of the scores already": softmax_again,
    "all attention weight goes to the larger score; the softmax divides it between both tokens": (
        largest_only
    ),
    "the sum is divided by the number of tokens; divide it by the sum of their powers": halved,
    "the second and the third context are swapped": other_order,
    "these are only the signs; give the numbers": signs,
    "each attention weight is multiplied by the value of the other token": values_crossed,
    "these are the attention weights of the first token; use them to average the values": (
        weights_of_the_first
    ),
}
