import math

import numpy as np


def attention(q, k, v, mask=None):
    out = np.zeros((len(q), v.shape[1]))
    for i in range(len(q)):
        scores = []
        for j in range(len(k)):
            score = 0
            for d in range(q.shape[1]):
                score += q[i, d] * k[j, d]
            scores.append(score / math.sqrt(q.shape[1]))
        total = 0
        for j in range(len(k)):
            if mask is None or mask[i, j]:
                total += math.exp(scores[j])
        for j in range(len(k)):
            if mask is None or mask[i][j]:
                for d in range(v.shape[1]):
                    out[i, d] += math.exp(scores[j]) / total * v[j, d]
    return out
