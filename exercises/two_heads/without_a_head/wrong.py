"""Wrong answers to `without_a_head` that people really give."""

import numpy as np


def squares(writes, target):
    """Return the squared errors with both heads, and with either head off."""
    both = np.square(writes.sum(axis=0) - target)
    return both, np.square(writes[::-1] - target)


def not_the_rise(writes, target):
    return squares(writes, target)[1].mean(axis=1)


def added_up(writes, target):
    both, without = squares(writes, target)
    return without.sum(axis=1) - both.sum()


def kept(writes, target):
    both, without = squares(writes, target)
    return without.mean(axis=1)[::-1] - both.mean()


def mean_square(writes, target):
    return np.square(writes).mean(axis=1)


def doubled(writes, target):
    both, _ = squares(writes, target)
    return np.square(2 * writes[::-1] - target).mean(axis=1) - both.mean()


def own_look_up(writes, target):
    both, without = squares(writes, target)
    rise = (without - both).reshape(2, 2, 2).mean(axis=2)  # (head, look-up)
    return rise.diagonal()


def fall(writes, target):
    both, without = squares(writes, target)
    return both.mean() - without.mean(axis=1)


WRONG = {
    "this is the loss without the head; subtract the loss with both heads to get the rise": (
        not_the_rise
    ),
    "the squared errors are added up; the loss is their mean": added_up,
    "the wrong head is switched off; without head 0, only head 1 is left": kept,
    "this is the mean square of the head's output, which does not depend on the target": (
        mean_square
    ),
    "the output of the other head is doubled to make up for it; an ablation changes nothing else": (
        doubled
    ),
    "only the two entries of the head's own look-up are counted; the loss is the mean over four": (
        own_look_up
    ),
    "the sign is reversed; the rise is the loss without the head minus the loss with both": fall,
}
