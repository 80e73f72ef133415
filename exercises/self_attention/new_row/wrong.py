"""Wrong answers to `new_row` that people really give."""

import numpy as np
from multihead.example import softmax


def no_powers(x):
    scores = x @ x[-1]
    return scores / scores.sum() @ x


def no_softmax(x):
    return x @ x[-1] @ x


def without_itself(x):
    return softmax(x[:-1] @ x[-1]) @ x[:-1]


def largest_only(x):
    return x[np.argmax(x @ x[-1])]


def divided(x):
    return softmax(x @ x[-1] / np.sqrt(2)) @ x


def over_queries(x):
    return softmax((x @ x.T).T).T[-1] @ x


def first_word(x):
    return softmax(x @ x[0]) @ x


def plain_mean(x):
    return x.mean(axis=0)


WRONG = {
    "the scores are divided by their sum, without the powers of e": no_powers,
    "the softmax is missing, so the scores themselves are the attention weights": no_softmax,
    "*bank* leaves itself out, but a word attends to itself too": without_itself,
    "the word with the largest score gets all of the weight; every word gets some": largest_only,
    "the scores are divided by √2, which this task leaves out": divided,
    "the softmax runs over the queries, down a column, instead of along a row": over_queries,
    "this is the new vector of the first word, not of *bank*": first_word,
    "all words get the same attention weight": plain_mean,
}
