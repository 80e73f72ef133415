"""Wrong answers to `own_mixing` that people really give."""

import numpy as np


def product(W_Q, W_K, ask, offer):
    """Return the mixing before it is divided by a root."""
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
    "nothing makes up for the division, which is by √r now and was by √d_head": product,
    "the root is upside down; what is divided by √r now was divided by √d_head": upside_down,
    "it is the root of r / d_head; scores are divided by roots of widths": no_root,
    "the division by √d_head is in, but the scores are divided by √r besides": only_before,
    "the scores are divided by √r anyway; multiply by it, and divide by √d_head": only_after,
    "√r is made up for, but the division by √d_head is missing": only_times,
    "both roots are divided by; multiply by √r, as the scores are divided by it": both_roots,
    "scores were divided by √d_head, not by √d_model": root_of_the_model,
    "the mixing is transposed, and nothing makes up for the roots": turned_and_undivided,
    "ask and offer are swapped, and nothing makes up for the roots": swapped_and_undivided,
    "W_Q and W_K are swapped, and nothing makes up for the roots": weights_swapped_and_undivided,
    "ask and offer are swapped; queries are mixed from ask": directions_swapped,
    "the mixing is transposed; its rows belong to ask": transposed,
    "W_Q and W_K are swapped": weights_swapped,
    "ask is taken for the keys too; they have offer": both_ask,
    "offer is taken for the queries too; they have ask": both_offer,
    "these are the queries in the shared directions; W_K belongs into the mixing too": only_queries,
    "the keys' side is not in the shared directions yet": only_keys_left,
    "this is as wide as a token again; the mixing is r x r": brought_back,
    "this is a table inside the head; the mixing stands between ask and offer": inside,
    "the heads are averaged; each has a mixing of its own": averaged,
    "the heads are averaged into one; each has a mixing of its own": averaged_once,
    "only the diagonal is left; a mixing has r x r numbers": diagonal,
    "all heads have the mixing of head 0": head_0,
}
