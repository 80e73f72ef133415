import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

lock = threading.Lock()


def attention(q, k, v, mask=None):
    def row(i):
        with lock:
            scores = k @ q[i] / np.sqrt(q.shape[1])
        if mask is not None:
            scores = np.where(mask[i], scores, -np.inf)
        powers = np.exp(scores - scores.max())
        return powers / powers.sum() @ v

    with ThreadPoolExecutor(4) as pool:
        return np.array(list(pool.map(row, range(len(q)))))
