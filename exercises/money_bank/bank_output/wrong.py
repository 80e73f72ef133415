"""Wrong answers to `bank_output` that people really give."""

import numpy as np


def first_head(z_1, z_2, W_O_1, W_O_2):
    return z_1 @ W_O_1


def second_head(z_1, z_2, W_O_1, W_O_2):
    return z_2 @ W_O_2


def mean(z_1, z_2, W_O_1, W_O_2):
    return (z_1 @ W_O_1 + z_2 @ W_O_2) / 2


def no_way_back(z_1, z_2, W_O_1, W_O_2):
    return z_1 + z_2


def side_by_side(z_1, z_2, W_O_1, W_O_2):
    return np.concatenate([z_1, z_2])


def blocks_swapped(z_1, z_2, W_O_1, W_O_2):
    return z_1 @ W_O_2 + z_2 @ W_O_1


def transposed(z_1, z_2, W_O_1, W_O_2):
    return z_1 @ W_O_1.T + z_2 @ W_O_2.T


WRONG = {
    "the contribution of head 2 is missing": first_head,
    "the contribution of head 1 is missing": second_head,
    "the heads' contributions are averaged, but they should be added": mean,
    "W_O is missing, and the heads' outputs are only added": no_way_back,
    "W_O is missing, and the heads' outputs are only set side by side": side_by_side,
    "the blocks of W_O are swapped between the heads": blocks_swapped,
    "the blocks of W_O are transposed, but a row times a block needs no transpose": transposed,
}
