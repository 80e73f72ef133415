from math import sqrt as root

from numpy import *


def attention(q, k, v, mask=None):
    scores = q @ k.T / root(q.shape[1])
    scores = scores if mask is None else where(mask, scores, -inf)
    powers = exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True) @ v
