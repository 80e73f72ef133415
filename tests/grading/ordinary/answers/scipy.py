import numpy as np
from scipy.special import softmax


def attention(q, k, v, mask=None):
    scores = q @ k.T / np.sqrt(q.shape[1])
    return softmax(scores if mask is None else np.where(mask, scores, -np.inf), axis=1) @ v
