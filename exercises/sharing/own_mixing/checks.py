"""Inputs and reference of `own_mixing`, entry by entry."""

import numpy as np
from multihead.exercises import nonzero

SIZES = [(3, 5, 3, 1), (3, 5, 1, 3), (5, 7, 3, 1), (5, 7, 3, 5), (3, 9, 7, 5)]


def cases(rng):
    made = []
    for heads, d_model, d_head, r in SIZES:
        W_Q, W_K = (nonzero(rng, (heads, d_model, d_head)) for _ in range(2))
        ask, offer = (np.linalg.qr(nonzero(rng, (d_model, r)))[0] for _ in range(2))
        made.append({"W_Q": W_Q, "W_K": W_K, "ask": ask, "offer": offer})
    return made


def reference(W_Q, W_K, ask, offer):
    """Compare two query directions at a time; an undivided score is linear in both sides."""
    r, d_head = ask.shape[1], W_Q.shape[-1]
    queries = np.einsum("dr,hdk->hrk", ask, W_Q)
    keys = np.einsum("dr,hdk->hrk", offer, W_K)
    return np.einsum("hrk,hsk->hrs", queries, keys) / d_head**0.5 * r**0.5
