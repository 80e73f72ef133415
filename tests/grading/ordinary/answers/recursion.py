import numpy as np


def attention(q, k, v, mask=None):
    if len(q) > 1:
        first = attention(q[:1], k, v, None if mask is None else mask[:1])
        return np.concatenate([first, attention(q[1:], k, v, None if mask is None else mask[1:])])
    scores = k @ q[0] / np.sqrt(len(q[0]))
    if mask is not None:
        scores[~mask[0]] = -np.inf
    powers = np.exp(scores - max(scores))
    return (powers / sum(powers) @ v)[None]
