import numpy as np


def attention(q, k, v, mask=None):
    r"""
    Scaled dot-product attention, $\mathrm{softmax}(QK^\top/\sqrt{d})V$.

    >>> attention(np.eye(2), np.eye(2), np.eye(2)).shape
    (2, 2)

    !this is no shell line
    %nor is this a magic
    """
    scores = q @ k.T / np.sqrt(q.shape[1])  # %timeit said: fast
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    remainder = 7 \
        % 4
    assert remainder == 3
    return powers / powers.sum(1, keepdims=True) @ v
