"""Wrong answers to `offsets_in_reach` that people really give."""

from itertools import combinations

import numpy as np


def ones_at(offsets):
    return np.isin(np.arange(12), list(offsets)).astype(int)


def all_sums(back):
    return {sum(some) for k in range(4) for some in combinations(back, k)}


def one_layer_each(back):
    return ones_at({0, *back})


def without_itself(back):
    return ones_at(all_sums(back) - {0})


def without_both(back):
    return ones_at(back)


def only_the_sum(back):
    return ones_at({back.sum()})


def running_sums(back):
    return ones_at({0, *back.cumsum()})


def neighbours_only(back):
    a, b, c = back
    return ones_at({0, a, b, c, a + b, b + c, a + b + c})


def pairs_only(back):
    return ones_at(all_sums(back) - {back.sum()})


def all_three_or_one(back):
    return ones_at({0, *back, back.sum()})


def differences_too(back):
    apart = {abs(a - b) for a, b in combinations(back, 2)}
    return ones_at(all_sums(back) | apart)


def one_layer_twice(back):
    return ones_at(all_sums(back) | {2 * a for a in back})


def all_up_to_the_sum(back):
    return ones_at(range(back.sum() + 1))


def offsets_themselves(back):
    return np.array(sorted(all_sums(back)))


WRONG = {
    "each layer reads only the input; a layer also reads what earlier layers have fetched": (
        one_layer_each
    ),
    "the current token is missing; residual connections carry it past all layers": without_itself,
    "each layer reads only the input, and the current token is missing": without_both,
    "only the sum of all three is kept; residual connections also lead past layers": only_the_sum,
    "only running sums are counted; residual connections lead past the first layers too": (
        running_sums
    ),
    "the first plus the third is missing; a residual connection leads past the second": (
        neighbours_only
    ),
    "the sum of all three is missing; each layer can move the same content": pairs_only,
    "the sums of two layers are missing; a residual connection can lead past just one": (
        all_three_or_one
    ),
    "differences are counted, but every layer attends back, so the numbers only add up": (
        differences_too
    ),
    "a layer is used twice, but each layer moves a content once at most": one_layer_twice,
    "all offsets up to the largest are marked; only sums of the numbers can be reached": (
        all_up_to_the_sum
    ),
    "these are the offsets; give 1 or 0 for each offset from 0 to 11": offsets_themselves,
}
