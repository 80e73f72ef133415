import numpy as np


def attention(q, k, v, mask=None, *, scale=None, fill=-np.inf, debug=False):
    scores = q @ k.T / (scale or np.sqrt(q.shape[1]))
    scores = scores if mask is None else np.where(mask, scores, fill)
    if debug:
        print(scores)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True) @ v
