"""How wide a head must be to draw two targets of 32. Part of bench/where_it_ends.py.

By hand: in a setting with as many steps the rest of chapter 13 would take hours.
"""

from functools import partial

import torch
from multihead.attention import normal
from multihead.tasks import LookUps
from multihead.train import train
from torch import Generator, Tensor, nn

from bench.ends import SEEDS, End, adam

SAID = (
    "In contrast, a head of width 2 reproduces a map with one target almost exactly, a head of "
    "width 3 a map with two targets, and a head of width 5 a map with four (Figure S2.2)."
)
LINK = "ch11-patterns"
N, K = 32, 2  # tokens, and targets in each row
NO_DATA = LookUps((0,), 1, 1)


class Drawn(nn.Module):
    """Queries and keys of one head, and the map that they are to draw."""

    def __init__(self, width: int, g: Generator):
        super().__init__()
        self.q = normal(width, N, width, generator=g)
        self.k = normal(1, N, width, generator=g)
        wish = torch.rand(N, N, generator=g)
        lowest = wish.topk(K, dim=1).values[:, -1:]
        self.register_buffer("target", (wish >= lowest) / K)

    def forward(self, x: Tensor | None = None) -> Tensor:
        return (self.q @ self.k.T).softmax(dim=1)


def error(model: Drawn, *data: Tensor) -> Tensor:
    return (model() - model.target).square().sum()


def drawn(width: int) -> Tensor:
    """Return one minus the error over that of a flat pattern."""
    plan = {"seeds": SEEDS, "steps": 6000, "batch": 1, "loss": error, "optimizer": adam(0.03)}
    run = train(partial(Drawn, width), NO_DATA, **plan)
    flat = run.each(lambda model: (1 / N - model.target).square().sum())
    return 1 - run.each(error) / flat


ENDS = [
    End(
        SAID,
        LINK,
        "32 tokens, 6000 steps",
        f"two targets, {w} wide: drawn, of 1",
        partial(drawn, w),
    )
    for w in (3, 4)
]
