"""Wrong answers to `one_head_more` that people really give."""

import numpy as np


def with_blocks(W_O, head, kept, new):
    """Give the head this fraction of its block, and the new head that one."""
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
    "both heads keep the whole block, so the contribution counts twice": doubled,
    "the block of the new head is zero, but the two heads should contribute equally": silent,
    "the block of the old head is zero, but the two heads should contribute equally": moved,
    "the old head keeps its whole block, so half of its contribution is added again": half_added,
    "the two heads cancel each other, but their blocks should sum to the old one": cancelling,
    "all blocks are scaled down, but only the two that are identical should be": all_scaled,
    "all blocks are halved, but only the two that are identical should be": all_halved,
    "each block is multiplied by √½, but blocks add up, not their squares; take a half": by_root,
    "head 0 is duplicated, whatever head was asked for": head_0,
    "the new head stands beside the old one, but it should come after the last head": beside,
}
