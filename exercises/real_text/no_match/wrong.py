"""Wrong answers to `no_match` that people really give."""

import numpy as np


def rows(power):
    """Return the powers of the three questions."""
    no_match = np.array([power[0], 1, 1, 1])
    return np.stack([power, no_match, no_match * [0, 1, 1, 1]])


def mean(powers, value):
    return powers @ value / powers.sum(axis=1)


def right(power, value):
    return mean(rows(power), value)


def not_divided(power, value):
    return rows(power) @ value


def gone_without_match(power, value):
    return mean(rows(power) * [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 0]], value)


def hidden_after(power, value):
    _, no_match, hidden = rows(power)
    return np.array([*right(power, value)[:2], hidden @ value / no_match.sum()])


def still_matches(power, value):
    return mean(np.stack([power, power, power * [0, 1, 1, 1]]), value)


def never_at_the_first(power, value):
    return mean(rows(power) * [0, 1, 1, 1], value)


def hidden_power_one(power, value):
    return mean(np.maximum(rows(power), 1), value)


def largest_only(power, value):
    _, first, second, last = value
    return np.array([last, value[0], (first + second + last) / 3])


def plain_mean(power, value):
    return np.array([value.mean(), value.mean(), value[1:].mean()])


def nothing(power, value):
    return right(power, value) * [1, 0, 0]


def weights_of_the_first(power, value):
    return mean(rows(power), np.array([1, 0, 0, 0]))


def other_order(power, value):
    return right(power, value)[[0, 2, 1]]


WRONG = {
    "the sum is not divided; each weight is a power over the sum of the powers": not_divided,
    "the key that does not match is left out; with the power 1 it still has a weight": (
        gone_without_match
    ),
    "the hidden key's weight is lost; the softmax gives it to the keys that are left": hidden_after,
    "the last key keeps its power in 2 and 3; without a match it has the power 1": still_matches,
    "the token that begins a line is left out in 1 and 2; it has a weight there": (
        never_at_the_first
    ),
    "the hidden key has the power 1; it has none": hidden_power_one,
    "the largest power gets all of the weight; every visible key gets some": largest_only,
    "every key gets the same weight; the weights follow the powers": plain_mean,
    "without a match the output is 0 here; but the weights sum to 1 there too": nothing,
    "these are the weights of the first key; give the outputs": weights_of_the_first,
    "2 and 3 are swapped": other_order,
}
