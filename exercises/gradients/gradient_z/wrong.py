"""Wrong answers to `gradient_z` that people really give."""

import numpy as np


def reshaped(G, W_O):
    return G @ W_O.reshape(len(W_O), W_O.shape[2], W_O.shape[1])


def first_block(G, W_O):
    return np.stack([G @ W_O[0].T] * len(W_O))


def mean_block(G, W_O):
    return np.stack([G @ W_O.mean(axis=0).T] * len(W_O))


def divided(G, W_O):
    return G @ W_O.mT / len(W_O)


def cut(G, W_O):
    return np.stack(np.split(G, len(W_O), axis=1))


def added(G, W_O):
    return (G @ W_O.mT).sum(axis=0)


def backwards(G, W_O):
    return -G @ W_O.mT


WRONG = {
    "W_O is used as it is or reshaped, where its transpose is needed": reshaped,
    "every head gets the gradient of head 0, but each has its own block of W_O": first_block,
    "the blocks of W_O are averaged, but each head has its own": mean_block,
    "the gradient is divided among the heads, but each gets all of it": divided,
    "G is cut up among the heads, but all of it passes through each block of W_O": cut,
    "the heads' gradients are added, but each head should keep its own": added,
    "this is the direction of a step; the gradient has the opposite sign": backwards,
}
