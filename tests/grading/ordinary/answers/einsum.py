import numpy as np


def attention(q, k, v, mask=None):
    scores = np.einsum("qd,kd->qk", q, k) / np.sqrt(q.shape[-1])
    scores = scores if mask is None else np.where(mask, scores, -1e30)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.einsum("qk,kv->qv", powers / powers.sum(axis=-1, keepdims=True), v)
