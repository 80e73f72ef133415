"""Wrong answers to `four_sentences` that people really give."""

import numpy as np


def right(ratio):
    crossed = (ratio[0, 0] - ratio[0, 1]) - (ratio[1, 0] - ratio[1, 1])
    return crossed, (ratio[:, 0] - ratio[:, 1]).mean(), (ratio[0] - ratio[1]).mean()


def only_not(ratio):
    return np.array([ratio[0, 0] - ratio[0, 1], *right(ratio)[1:]])


def added(ratio):
    shifts = ratio[:, 0] - ratio[:, 1]
    return np.array([shifts.sum(), *right(ratio)[1:]])


def halved(ratio):
    return np.array([right(ratio)[0] / 2, *right(ratio)[1:]])


def exchanged(ratio):
    crossed, word, no = right(ratio)
    return np.array([crossed, no, word])


def summed(ratio):
    crossed, word, no = right(ratio)
    return np.array([crossed, 2 * word, 2 * no])


def turned(ratio):
    return -np.array(right(ratio))


WRONG = {
    "this is the shift with not alone; subtract the shift with easily": only_not,
    "the two shifts are added, so the logic cancels; subtract them": added,
    "the crossed difference is a difference of two shifts, not half of it": halved,
    "the effects of big and of not are swapped; the columns are big and small": exchanged,
    "the last two numbers are means of two differences, and not sums": summed,
    "all signs are reversed; take big minus small, and not minus easily": turned,
}
