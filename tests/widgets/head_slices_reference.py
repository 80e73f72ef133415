"""What `head_slices.test.js` compares with: the queries of each head under each cut, by PyTorch."""

from itertools import product

import torch
from multihead.widgets.head_slices.widget import CUTS, EXAMPLE, N_HEADS


def of_head(cut: str, head: int) -> torch.Tensor:
    x, w = torch.tensor(EXAMPLE["X"]), torch.tensor(EXAMPLE["W"])
    own = slice(2 * head, 2 * head + 2)
    if cut == "input":
        return x[:, own] @ w[own, own]
    if cut == "output":
        return (x @ w).view(3, N_HEADS, 2).transpose(0, 1)[head]
    return (x @ w).view(N_HEADS, 3, 2)[head]


def reference() -> dict:
    heads = product(CUTS, range(N_HEADS))
    queries = [{"cut": c, "head": i, "queries": of_head(c, i).tolist()} for c, i in heads]
    return {"example": EXAMPLE, "heads": queries}
