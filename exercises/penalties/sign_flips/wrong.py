"""Wrong answers to `sign_flips` that people really give."""

import numpy as np


def mean_of_z(heads, flipped):
    return ((heads - 2 * flipped) / heads) ** 2


def both_fooled(heads, flipped):
    return np.array([mean_of_z(heads, flipped), mean_of_z(heads, flipped), 1 / heads**2])


def not_fooled(heads, flipped):
    return np.array([1, 1, 1])


def all_opposite(heads, flipped):
    return np.array([mean_of_z(heads, flipped), 1, -1])


def cancelled(heads, flipped):
    return np.array([mean_of_z(heads, flipped), 1, 0])


def mean_sign(heads, flipped):
    return np.array([(heads - 2 * flipped) / heads, 1, 1 / heads])


def without_own(heads, flipped):
    pairs = heads * (heads - 1)
    return np.array([((heads - 2 * flipped) ** 2 - heads) / pairs, 1, (1 - heads) / pairs])


def own_as_zero(heads, flipped):
    return np.array([((heads - 2 * flipped) ** 2 - heads) / heads**2, 1, (1 - heads) / heads**2])


WRONG = {
    "flipping W_V and W_O changes the sign of Z, but not that of the contribution": both_fooled,
    "the sign of Z changes with that of W_V; only the contribution stays the same": not_fooled,
    "of three heads at least two have the same sign, so not all pairs can be opposite": (
        all_opposite
    ),
    "an odd number of heads leaves one over, so the signs cannot cancel completely": cancelled,
    "this is the mean of the signs; the mean over the pairs is its square": mean_sign,
    "a head's pair with itself is left out; the mean is over all pairs": without_own,
    "a head's pair with itself counts as 0, but its cosine is 1": own_as_zero,
}
