"""Wrong answers to `differential` that people really give."""

import numpy as np


def softmax(scores, axis=1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def scores_of(q, k):
    return q @ k.T / q.shape[1] ** 0.5


def pattern_of(q, k):
    return softmax(scores_of(q, k))


def scores_subtracted(q1, k1, q2, k2, v, lam):
    return softmax(scores_of(q1, k1) - lam * scores_of(q2, k2)) @ v


def third_softmax(q1, k1, q2, k2, v, lam):
    return softmax(pattern_of(q1, k1) - lam * pattern_of(q2, k2)) @ v


def no_factor(q1, k1, q2, k2, v, lam):
    return (pattern_of(q1, k1) - pattern_of(q2, k2)) @ v


def factor_in_scores(q1, k1, q2, k2, v, lam):
    return (pattern_of(q1, k1) - softmax(lam * scores_of(q2, k2))) @ v


def factor_for_both(q1, k1, q2, k2, v, lam):
    return lam * (pattern_of(q1, k1) - pattern_of(q2, k2)) @ v


def added(q1, k1, q2, k2, v, lam):
    return (pattern_of(q1, k1) + lam * pattern_of(q2, k2)) @ v


def mixed(q1, k1, q2, k2, v, lam):
    return ((1 - lam) * pattern_of(q1, k1) + lam * pattern_of(q2, k2)) @ v


def turned(q1, k1, q2, k2, v, lam):
    return (pattern_of(q2, k2) - lam * pattern_of(q1, k1)) @ v


def factor_at_first(q1, k1, q2, k2, v, lam):
    return (lam * pattern_of(q1, k1) - pattern_of(q2, k2)) @ v


def to_sum_1(q1, k1, q2, k2, v, lam):
    return (pattern_of(q1, k1) - lam * pattern_of(q2, k2)) / (1 - lam) @ v


def cut_at_0(q1, k1, q2, k2, v, lam):
    return np.maximum(pattern_of(q1, k1) - lam * pattern_of(q2, k2), 0) @ v


def not_divided(q1, k1, q2, k2, v, lam):
    return (softmax(q1 @ k1.T) - lam * softmax(q2 @ k2.T)) @ v


def by_width(q1, k1, q2, k2, v, lam):
    first, second = (pattern_of(q / q.shape[1] ** 0.5, k) for q, k in ((q1, k1), (q2, k2)))
    return (first - lam * second) @ v


def one_width(q1, k1, q2, k2, v, lam):
    second = softmax(q2 @ k2.T / q1.shape[1] ** 0.5)
    return (pattern_of(q1, k1) - lam * second) @ v


def over_queries(q1, k1, q2, k2, v, lam):
    first, second = (softmax(scores_of(q, k), axis=0) for q, k in ((q1, k1), (q2, k2)))
    return (first - lam * second) @ v


def first_alone(q1, k1, q2, k2, v, lam):
    return pattern_of(q1, k1) @ v


def patterns_only(q1, k1, q2, k2, v, lam):
    return pattern_of(q1, k1) - lam * pattern_of(q2, k2)


WRONG = {
    "the scores are subtracted; take two softmaxes, then subtract the patterns": scores_subtracted,
    "a third softmax is taken; multiply the difference itself by the values": third_softmax,
    "`lam` is left out; multiply the second pattern by it": no_factor,
    "`lam` multiplies the scores; multiply the second pattern by it": factor_in_scores,
    "`lam` multiplies both patterns; multiply only the second pattern by it": factor_for_both,
    "the second pattern is added; subtract it": added,
    "this mixes the patterns by 1 - lam and lam; subtract lam times the second pattern": mixed,
    "the two patterns are swapped; subtract the second from the first": turned,
    "`lam` multiplies the first pattern; multiply the second pattern by it": factor_at_first,
    "the rows are scaled to sum to 1 again; they have to sum to 1 - lam": to_sum_1,
    "entries below 0 are set to 0, but they are what the difference is for": cut_at_0,
    "the scores are not divided by the square root of the width": not_divided,
    "the scores are divided by the width, not by its square root": by_width,
    "both scores are divided by the root of the first width; each pattern has its own width": (
        one_width
    ),
    "the softmax runs over the queries, not over the keys": over_queries,
    "the second pattern is not used; subtract lam times this pattern from the first": first_alone,
    "this is the difference of the patterns; multiply it by the values": patterns_only,
}
