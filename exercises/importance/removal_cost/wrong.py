"""Wrong answers to `removal_cost` that people really give."""

import numpy as np


def parts(Y, y):
    """Return the rise of every number's square."""
    error = y - Y.sum(axis=0)
    return np.square(error + Y) - np.square(error)


def size(Y, y):
    return np.square(Y).mean(axis=(1, 2))


def loss_without(Y, y):
    error = y - Y.sum(axis=0)
    return np.square(error + Y).mean(axis=(1, 2))


def kept_alone(Y, y):
    error = y - Y.sum(axis=0)
    return np.square(y - Y).mean(axis=(1, 2)) - np.square(error).mean()


def backwards(Y, y):
    return -parts(Y, y).mean(axis=(1, 2))


def added(Y, y):
    return parts(Y, y).sum(axis=(1, 2))


def by_token(Y, y):
    return parts(Y, y).sum(axis=2).mean(axis=1)


def in_r2(Y, y):
    return parts(Y, y).mean(axis=(1, 2)) / y.var()


def derivative(Y, y):
    return -2 * ((y - Y.sum(axis=0)) * Y).mean(axis=(1, 2))


def averaged(Y, y):
    error = y - Y.mean(axis=0)
    others = (Y.sum(axis=0) - Y) / max(len(Y) - 1, 1)
    return np.square(y - others).mean(axis=(1, 2)) - np.square(error).mean()


WRONG = {
    "this is the size of what a head writes; the error that remains counts too": size,
    "this is the loss without the head; subtract the loss with all heads to get the rise": (
        loss_without
    ),
    "one head is kept and all others are removed; remove one head and keep the others": kept_alone,
    "the sign is reversed; the cost is the loss without the head minus the loss with it": backwards,
    "the squared errors are added up; the loss is their mean": added,
    "the mean is over the positions only; take it over positions and output dimensions": by_token,
    "this is the cost in R², divided by the target's variance; give the rise of the loss": in_r2,
    "this is the derivative with respect to a gate, which holds only for small changes": derivative,
    "the outputs of the heads are averaged; the layer adds them up": averaged,
}
