"""Numbers and reference of `bank_output`."""

from multihead.example import W_O

TOLERANCE = 0.015


def numbers(rng):
    z_1, z_2 = rng.integers(0, 7, (2, 4)) / 2
    return {"z_1": z_1, "z_2": z_2, "W_O_1": W_O[0], "W_O_2": W_O[1]}


def reference(z_1, z_2, W_O_1, W_O_2):
    return z_1 @ W_O_1 + z_2 @ W_O_2
