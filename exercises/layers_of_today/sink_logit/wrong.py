"""Wrong answers to `sink_logit` that people really give."""

import numpy as np


def answer(a, b, v):
    total = a.sum()
    return np.array([b / (b + total), a @ v / (b + total), a @ v / total, a @ v / (1 + total)])


def changed(index, number, a, b, v):
    numbers = answer(a, b, v)
    numbers[index] = number
    return numbers


def zero_is_off(a, b, v):
    return changed(3, a @ v / a.sum(), a, b, v)


def sums_to_1_again(a, b, v):
    return changed(1, a @ v / a.sum(), a, b, v)


def always_sums_to_1(a, b, v):
    plain = a @ v / a.sum()
    return np.array([b / (b + a.sum()), plain, plain, plain])


def logit_added(a, b, v):
    total = a.sum() + np.log(b)
    return np.array([np.log(b) / total, a @ v / total, a @ v / a.sum(), a @ v / a.sum()])


def scores_not_raised(a, b, v):
    scores, sink = np.log(a), np.log(b)
    total = scores.sum() + sink
    plain = scores @ v / scores.sum() if scores.any() else 0.0
    return np.array([sink / total, scores @ v / total, plain, plain])


def both_added(a, b, v):
    return changed(3, a @ v / (1 + b + a.sum()), a, b, v)


def of_the_tokens(a, b, v):
    return changed(0, b / a.sum(), a, b, v)


def what_tokens_get(a, b, v):
    return changed(0, a.sum() / (b + a.sum()), a, b, v)


def not_divided(a, b, v):
    return changed(2, a @ v, a, b, v)


def sink_times_output(a, b, v):
    return changed(1, a @ v / a.sum() * b / (b + a.sum()), a, b, v)


def sink_has_value_1(a, b, v):
    total = a.sum()
    with_sink, at_zero = (a @ v + b) / (b + total), (a @ v + 1) / (1 + total)
    return np.array([b / (b + total), with_sink, a @ v / total, at_zero])


def subtracted(a, b, v):
    plain = a @ v / a.sum()
    return np.array([0.0, plain, plain, plain])


def last_one_is_0(a, b, v):
    return changed(3, 0.0, a, b, v)


WRONG = {
    "a sink logit of 0 is not off; e to the power of 0 is 1, so 1 is added to the denominator": (
        zero_is_off
    ),
    "the weights are divided by their sum again; with a sink they sum to less than 1": (
        sums_to_1_again
    ),
    "all three outputs are the plain one; a sink logit makes the denominator larger": (
        always_sums_to_1
    ),
    "the sink logit itself is added to the denominator; add its power of e, which is b": (
        logit_added
    ),
    "the scores are divided by their sum; take the powers of e, which are a and b": (
        scores_not_raised
    ),
    "b is still in the last denominator; with s = 0 the sink adds 1 instead of b": both_added,
    "b is divided by the sum of a alone; the denominator contains b as well": of_the_tokens,
    "the first number is what the tokens get; the sink gets the rest": what_tokens_get,
    "the plain output is not divided by the sum of a": not_divided,
    "the output is multiplied by what the sink takes; multiply by what it leaves": (
        sink_times_output
    ),
    "the sink adds to the output, but it belongs to no token and has no value": sink_has_value_1,
    "the sink logit is subtracted from the scores, which a softmax ignores; it is one more entry": (
        subtracted
    ),
    "the last output is 0, but a logit of 0 takes only 1 of the whole denominator": last_one_is_0,
}
