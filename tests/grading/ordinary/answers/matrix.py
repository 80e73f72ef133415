import numpy as np


def attention(q, k, v, mask=None):
    scores = np.matrix(q) * np.matrix(k).T / np.sqrt(q.shape[1])
    if mask is not None:
        scores[~mask] = -np.inf
    powers = np.exp(scores - scores.max(axis=1))
    return powers / powers.sum(axis=1) * np.matrix(v)
