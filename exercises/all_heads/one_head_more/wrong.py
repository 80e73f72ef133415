"""Wrong answers to `one_head_more` that people really give."""

import numpy as np


def with_blocks(W_O, head, kept, new):
    """Give the head this part of its block, and the copy that one."""
    larger = np.concatenate([W_O, W_O[head : head + 1] * new])
    larger[head] *= kept
    return larger


def doubled(W_O, head):
    return with_blocks(W_O, head, 1, 1)


def silent(W_O, head):
    return with_blocks(W_O, head, 1, 0)


def moved(W_O, head):
    return with_blocks(W_O, head, 0, 1)


def half_added(W_O, head):
    return with_blocks(W_O, head, 1, 0.5)


def cancelling(W_O, head):
    return with_blocks(W_O, head, 1, -1)


def all_scaled(W_O, head):
    return with_blocks(W_O, head, 1, 1) * len(W_O) / (len(W_O) + 1)


def all_halved(W_O, head):
    return with_blocks(W_O, head, 1, 1) / 2


def by_root(W_O, head):
    return with_blocks(W_O, head, 0.5**0.5, 0.5**0.5)


def head_0(W_O, head):
    return with_blocks(W_O, 0, 0.5, 0.5)


def beside(W_O, head):
    half = W_O[head] / 2
    return np.stack([*W_O[:head], half, half, *W_O[head + 1 :]])


WRONG = {
    "both copies keep the whole block, so the head counts twice": doubled,
    "the new head writes nothing, but both copies should write the same": silent,
    "the old head writes nothing, but both copies should write the same": moved,
    "the old head keeps its whole block, so half of its contribution is added again": half_added,
    "the copies cancel each other, but their blocks should sum to the old one": cancelling,
    "all heads are scaled down, but only the two copies should be": all_scaled,
    "all blocks are halved, but only those of the two copies should be": all_halved,
    "each copy gets the root of a half, but the blocks add up, so it should get a half": by_root,
    "head 0 is doubled, whatever head was asked for": head_0,
    "the copy stands beside the old head, but it should come after the last one": beside,
}
