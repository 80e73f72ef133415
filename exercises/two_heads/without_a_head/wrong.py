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


def size(writes, target):
    return np.square(writes).mean(axis=1)


def doubled(writes, target):
    both, _ = squares(writes, target)
    return np.square(2 * writes[::-1] - target).mean(axis=1) - both.mean()


def own_job(writes, target):
    both, without = squares(writes, target)
    rise = (without - both).reshape(2, 2, 2).mean(axis=2)  # (head, job)
    return rise.diagonal()


def fall(writes, target):
    both, without = squares(writes, target)
    return both.mean() - without.mean(axis=1)


WRONG = {
    "this is the loss without the head; the rise leaves out the loss with both": not_the_rise,
    "the squares are added; the loss is their mean": added_up,
    "the other head is switched off; without head 0 only head 1 is left": kept,
    "this is the size of what the head writes, which looks at no target": size,
    "what is left is doubled; a head that is off is just left out of the sum": doubled,
    "only two numbers are counted; the loss is the mean over all four": own_job,
    "the sign is the wrong way round: take the loss without minus the loss with": fall,
}
