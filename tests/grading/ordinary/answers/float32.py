import numpy as np


def attention(q, k, v, mask=None):
    q, k, v = (x.astype(np.float32) for x in (q, k, v))
    scores = q @ k.T / np.float32(np.sqrt(q.shape[1]))
    scores = scores if mask is None else np.where(mask, scores, np.float32(-np.inf))
    powers = np.exp(scores - scores.max(1, keepdims=True), dtype=np.float32)
    return powers / powers.sum(1, keepdims=True) @ v
