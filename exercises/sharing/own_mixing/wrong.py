"""Wrong answers to `own_mixing` that people really give."""

import numpy as np


def product(W_Q, W_K, ask, offer):
    """Return the mixing matrix before it is divided by a root."""
    return ask.T @ W_Q @ W_K.mT @ offer


def ratio(W_Q, ask):
    return ask.shape[1] / W_Q.shape[-1]


def right(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) * ratio(W_Q, ask) ** 0.5


def upside_down(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) / ratio(W_Q, ask) ** 0.5


def no_root(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) * ratio(W_Q, ask)


def only_before(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) / W_Q.shape[-1] ** 0.5


def only_after(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) / ask.shape[1] ** 0.5


def only_times(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) * ask.shape[1] ** 0.5


def both_roots(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) / (W_Q.shape[-1] * ask.shape[1]) ** 0.5


def root_of_the_model(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer) * (ask.shape[1] / len(ask)) ** 0.5


def turned_and_undivided(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, ask, offer).mT


def swapped_and_undivided(W_Q, W_K, ask, offer):
    return product(W_Q, W_K, offer, ask)


def weights_swapped_and_undivided(W_Q, W_K, ask, offer):
    return product(W_K, W_Q, ask, offer)


def directions_swapped(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, offer, ask)


def transposed(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, ask, offer).mT


def weights_swapped(W_Q, W_K, ask, offer):
    return right(W_K, W_Q, ask, offer)


def both_ask(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, ask, ask)


def both_offer(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, offer, offer)


def only_queries(W_Q, W_K, ask, offer):
    return ask.T @ W_Q


def only_keys_left(W_Q, W_K, ask, offer):
    return ask.T @ W_Q @ W_K.mT


def brought_back(W_Q, W_K, ask, offer):
    return ask @ product(W_Q, W_K, ask, offer) @ offer.T


def inside(W_Q, W_K, ask, offer):
    return W_Q.mT @ ask @ offer.T @ W_K


def averaged(W_Q, W_K, ask, offer):
    return np.stack([averaged_once(W_Q, W_K, ask, offer)] * len(W_Q))


def averaged_once(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, ask, offer).mean(axis=0)


def diagonal(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, ask, offer) * np.eye(ask.shape[1])


def head_0(W_Q, W_K, ask, offer):
    return right(W_Q, W_K, ask, offer)[[0] * len(W_Q)]


WRONG = {
    "nothing makes up for the division, which was by √d_head and is by √r now": product,
    "the root is upside down; the scores were divided by √d_head and are divided by √r now": (
        upside_down
    ),
    "the factor is r / d_head; take its root, since scores are divided by roots of widths": no_root,
    "this divides by √d_head, but the scores are divided by √r too; multiply by √r as well": (
        only_before
    ),
    "this divides by √r, as the scores are anyway; multiply by √r and divide by √d_head": (
        only_after
    ),
    "this makes up for the division by √r, but the division by √d_head is missing": only_times,
    "this divides by both roots; multiply by √r, since the scores are divided by it": both_roots,
    "the scores were divided by √d_head, not by √d_model": root_of_the_model,
    "the mixing matrix is transposed, and nothing makes up for the different division": (
        turned_and_undivided
    ),
    "ask and offer are swapped, and nothing makes up for the different division": (
        swapped_and_undivided
    ),
    "W_Q and W_K are swapped, and nothing makes up for the different division": (
        weights_swapped_and_undivided
    ),
    "ask and offer are swapped; the queries use ask, the keys use offer": directions_swapped,
    "the mixing matrix is transposed; its rows belong to ask, its columns to offer": transposed,
    "W_Q and W_K are swapped": weights_swapped,
    "ask is used for the keys too; the keys use offer": both_ask,
    "offer is used for the queries too; the queries use ask": both_offer,
    "these are the queries along the shared directions; include W_K and offer too": (only_queries),
    "the side of the keys is as wide as a token; multiply it by offer": only_keys_left,
    "this is as wide as a token again; the mixing matrix is r × r": brought_back,
    "this is d_head × d_head; the mixing matrix stands between ask and offer, r × r": inside,
    "the heads are averaged; each head has its own mixing matrix": averaged,
    "the heads are averaged into one; each head has its own mixing matrix": averaged_once,
    "only the diagonal is kept; a mixing matrix has r × r numbers": diagonal,
    "all heads have the mixing matrix of head 0; each head has its own": head_0,
}
