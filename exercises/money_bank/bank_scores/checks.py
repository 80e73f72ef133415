"""Numbers and reference of `bank_scores`."""

import numpy as np
from multihead.example import X as MONEY_BANK

TOLERANCE = 0.006


def numbers(rng):
    word = rng.integers(0, 3, 4).astype(float)
    W_Q, W_K = (rng.random((2, 4, 4)) < 0.3).astype(float)
    return {"X": np.stack([word, MONEY_BANK[1]]), "W_Q": W_Q, "W_K": W_K}


def reference(X, W_Q, W_K):
    return X[1] @ W_Q @ (X @ W_K).T / 2
