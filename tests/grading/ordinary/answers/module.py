import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Parameter(torch.ones((), dtype=torch.float64))

    def forward(self, q, k, v, mask=None):
        q, k, v = (torch.as_tensor(x) for x in (q, k, v))
        scores = self.one * (q @ k.T) / q.shape[-1] ** 0.5
        if mask is not None:
            scores = torch.where(torch.as_tensor(mask), scores, -torch.inf)
        return scores.softmax(-1) @ v  # it has a gradient


attention = Attention()
