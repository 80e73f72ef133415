"""Wrong answers to `opposite_shares` that people really give."""

import numpy as np


def weights(m):
    powers = 2.0**m
    return powers / powers.sum()


def difference(m):
    return weights(m) - weights(-m)


def of_the_difference(m):
    return weights(m - (-m))


def added(m):
    return weights(m) + weights(-m)


def halved(m):
    return difference(m) / 2


def other_sign(m):
    return -difference(m)


def powers_first(m):
    return 2.0**m - 0.5**m


def powers_then_weights(m):
    return (2.0**m - 0.5**m) / (2.0**m + 0.5**m).sum()


def one_sum_for_both(m):
    return (2.0**m - 0.5**m) / (2.0**m).sum()


def without_sign(m):
    return abs(difference(m))


def cut_at_0(m):
    return np.maximum(difference(m), 0)


def first_alone(m):
    return weights(m)


def second_alone(m):
    return weights(-m)


def straight_line(m):
    return 2 * np.log(2) * (m - m.mean()) / 3


def scaled(m):
    return difference(m) / abs(difference(m)).sum()


def mirrored(m):
    return weights(m) - weights(m)[::-1]


def powers_of_e(m):
    powers = np.exp(np.stack([m, -m]))
    first, second = powers / powers.sum(axis=1, keepdims=True)
    return first - second


def without_powers(m):
    return m * np.log(2)


WRONG = {
    "the scores are subtracted; take two softmaxes, then subtract the patterns": of_the_difference,
    "the second head is added, but it writes minus its average": added,
    "the difference is halved, but the outputs of the heads are added, not averaged": halved,
    "the signs are reversed; subtract the second head from the first": other_sign,
    "the powers are subtracted and never divided; divide each head's by their own sum": (
        powers_first
    ),
    "the powers of both heads are divided by one sum; each head has its own sum": (
        powers_then_weights
    ),
    "the powers of both heads are divided by the sum of the first; the second has its own": (
        one_sum_for_both
    ),
    "the minus signs are lost, but factors below 0 are the point": without_sign,
    "factors below 0 are set to 0, but a difference of attention weights may be negative": cut_at_0,
    "these are the attention weights of the first head; subtract those of the second": first_alone,
    "these are the attention weights of the second head; subtract them from the first's": (
        second_alone
    ),
    "this is the linear approximation for small scores; calculate both softmaxes": straight_line,
    "the factors are divided by the sum of their absolute values; leave them as they are": scaled,
    "the weights of the first head are reversed in order; reverse the sign of its scores": mirrored,
    "e is raised to the numbers themselves; times ln 2 they give powers of 2": powers_of_e,
    "these are scores; the softmax turns them into attention weights": without_powers,
}
