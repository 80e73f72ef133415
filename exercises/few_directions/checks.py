"""Inputs and reference of `few_directions`, by the eigenvectors of a sum over heads."""

import torch
from multihead.exercises import nonzero

SIZES = [(3, 3, 1, 1), (3, 5, 3, 1), (5, 7, 1, 3), (3, 7, 5, 3), (5, 9, 3, 5)]


def cases(rng):
    made = []
    for heads, d_model, d_head, r in SIZES:
        W_Q, W_K = (nonzero(rng, (heads, d_model, d_head)) for _ in range(2))
        made.append({"W_Q": W_Q, "W_K": W_K, "r": r})
    return made


def onto_first(squares, r):
    vectors = torch.linalg.eigh(squares.sum(dim=0)).eigenvectors[:, -r:]
    return vectors @ vectors.T


def reference(W_Q, W_K, r):
    M = torch.einsum("hdk,hek->hde", W_Q, W_K)
    return onto_first(M @ M.mT, r) @ M @ onto_first(M.mT @ M, r)
