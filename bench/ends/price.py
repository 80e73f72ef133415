"""What Lin's penalty costs, by how long one trains. Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from torch import Tensor

from bench.ends import SEEDS, End, paper, scored

TASK = LookUps((1, 2))
STOPS = "At 1 it falls to nearly 0, a surprise if you take this for a penalty on likeness only."
COSTS = (
    "It falls, by more than 0.05 in the median seed, though the patterns become less alike, as "
    "asked (Figure 8.3)."
)
LOSE = "seeds that lose more than 0.05 of R²"


def lin(strength: float, model: MultiHeadAttention, x: Tensor, y: Tensor) -> Tensor:
    z, pattern = model.heads(x)
    rows = pattern.transpose(1, 2)  # (batch, query, head, key)
    off = rows @ rows.mT - torch.eye(rows.shape[2])
    answer = model.write(z).sum(dim=1)
    return TASK.loss(answer, y) + strength * off.square().sum(dim=(-2, -1)).mean()


def r2(n_heads: int, strength: float, steps: int, seeds: range = SEEDS) -> Tensor:
    plan = {"steps": steps, "batch": 4, "seeds": seeds, "loss": partial(lin, strength)}
    return scored(TASK, paper(TASK, n_heads), **plan)


def loses(steps: int) -> Tensor:
    """Say for each of 40 seeds whether the penalty costs more than 0.05 of R²."""
    penalised, free = (r2(4, strength, steps, range(40)) for strength in (0.1, 0.0))
    return (penalised < free - 0.05).float()


ENDS = [
    End(STOPS, "ch08-lin", f"{steps} steps", "R² of two heads", partial(r2, 2, 1.0, steps))
    for steps in (150, 600, 1800)
] + [
    End(COSTS, "ch08-lin-price", f"{steps} steps", LOSE, partial(loses, steps))
    for steps in (150, 600, 1800)
]
