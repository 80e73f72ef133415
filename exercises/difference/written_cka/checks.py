"""Inputs and reference of `written_cka`, pair by pair."""

import numpy as np

ANSWERED_BY = ["multihead.heads.difference.linear_cka"]
SIZES = [(3, 5, 1, 3), (1, 5, 3, 7), (3, 7, 3, 5), (3, 9, 5, 7), (5, 9, 3, 7)]


def cases(rng):
    made = []
    for heads, n, d_head, d_model in SIZES:
        shapes = {"Z": (heads, n, d_head), "W_O": (heads, d_head, d_model)}
        made.append({name: rng.normal(1, 1, s).round(1) for name, s in shapes.items()})
    return made


def reference(Z, W_O):
    tables = [table - table.mean(axis=0) for table in Z @ W_O]
    return np.array([[cka(one, other) for other in tables] for one in tables])


def cka(one, other):
    pairs = (one, other), (one, one), (other, other)
    cross, own_one, own_other = (np.linalg.norm(a.T @ b) for a, b in pairs)
    return cross**2 / (own_one * own_other)
