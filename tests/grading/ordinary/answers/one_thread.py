import threading

import numpy as np


def attention(q, k, v, mask=None):
    found = []

    def work():
        scores = q @ k.T / np.sqrt(q.shape[1])
        scores = scores if mask is None else np.where(mask, scores, -np.inf)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        found.append(powers / powers.sum(1, keepdims=True) @ v)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    return found[0]
