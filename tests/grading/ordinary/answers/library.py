import numpy as np
from multihead.example import softmax


def attention(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(q.shape[1])
    return softmax(scores if mask is None else np.where(mask, scores, -1e9)) @ v
