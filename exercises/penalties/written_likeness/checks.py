"""Inputs and reference of `written_likeness`, the latter from the library."""

from multihead.exercises import nonzero
from multihead.heads import output_cosine

SIZES = [(3, 1, 3, 5), (3, 5, 1, 7), (3, 7, 3, 5), (5, 3, 1, 3), (5, 7, 3, 9)]


def cases(rng):
    made = []
    for heads, n, d_head, d_model in SIZES:
        shapes = {"Z": (heads, n, d_head), "W_O": (heads, d_head, d_model)}
        made.append({name: nonzero(rng, size) for name, size in shapes.items()})
    return made


def reference(Z, W_O):
    table = output_cosine((Z @ W_O)[None])
    heads = len(table)
    return (table.sum() - table.trace()) / (heads * (heads - 1))
