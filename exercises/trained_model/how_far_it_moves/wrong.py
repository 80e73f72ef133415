"""Wrong answers to `how_far_it_moves` that people really give."""

import numpy as np


def shift(tired, wide):
    return np.log(tired[0] / tired[1]) - np.log(wide[0] / wide[1])


def subtracted(tired, wide):
    return np.array([(tired[0] - tired[1]) - (wide[0] - wide[1])] * 2)


def one_sentence(tired, wide):
    return np.array([np.log(tired[0] / tired[1])] * 2)


def only_first_noun(tired, wide):
    return np.array([np.log(tired[0] / wide[0])] * 2)


def ratio(tired, wide):
    return np.exp(np.array([shift(tired, wide)] * 2))


def decimal(tired, wide):
    return np.array([shift(tired, wide)] * 2) / np.log(10)


def halved(tired, wide):
    return np.array([shift(tired, wide), shift(tired, wide) / 2])


def one_halved(tired, wide):
    return np.array([shift(tired, wide), shift(tired, wide) + np.log(2)])


def turned(tired, wide):
    return np.array([-shift(tired, wide)] * 2)


WRONG = {
    "the weights are subtracted; take the logarithm of their ratio": subtracted,
    "this is the sentence with tired alone; subtract the logarithm for wide": one_sentence,
    "the second noun is missing; take the ratio of the two nouns": only_first_noun,
    "this is the ratio of the ratios; take its logarithm": ratio,
    "this is the logarithm to base 10; take the natural one": decimal,
    "half the weights leave the ratio as it is, so the shift does not change": halved,
    "both weights are halved, not one, so the ratio does not change": one_halved,
    "this is wide minus tired; take tired minus wide": turned,
}
