"""Inputs and reference of `share_on_links`."""

import torch

SIZES = [(3, 1, 5, 1), (3, 5, 7, 1), (5, 3, 7, 3), (7, 3, 9, 5), (9, 5, 7, 3)]


def cases(rng):
    return [draw(rng, *size) for size in SIZES]


def draw(rng, n, heads, pos, links):
    weights = torch.from_numpy(rng.integers(1, 10, (n, heads, pos, pos)) ** 2.0)
    row, target = (torch.from_numpy(rng.integers(0, pos, (n, links))) for _ in range(2))
    missing = torch.from_numpy(rng.random((n, links)) < 0.4)
    missing[:, 0] = torch.arange(n) == 1  # one sentence may have none, the others have one or more
    row[0, 0] = 0
    return {
        "pattern": weights / weights.sum(dim=-1, keepdim=True),
        "row": row.masked_fill(missing, -1),
        "target": target.masked_fill(missing, -1),
    }


def reference(pattern, row, target):
    found = [
        pattern[i, :, row[i, j], target[i, j]]
        for i in range(row.shape[0])
        for j in range(row.shape[1])
        if row[i, j] >= 0
    ]
    return sum(found) / len(found)
