import numpy as np


def attention(q, k, v, mask=None):
    q /= np.sqrt(q.shape[1])
    scores = q @ k.T
    if mask is not None:
        scores[mask == False] = -np.inf
    scores -= scores.max(1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(1, keepdims=True)
    return scores @ v
