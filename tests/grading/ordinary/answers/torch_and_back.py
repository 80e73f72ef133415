import numpy as np
import torch
import torch.nn.functional as F


@torch.no_grad()
def attention(q, k, v, mask=None):
    q, k, v = map(torch.from_numpy, (q, k, v))
    scores = q @ k.mT / q.size(-1) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~torch.as_tensor(mask), float("-inf"))
    return F.softmax(scores, dim=-1).matmul(v).numpy()
