"""How wide a head must be to draw a map of few targets. Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead.tasks import LookUps
from multihead.train import train
from torch import Generator, Tensor, nn

from bench.ends import SEEDS, End, adam

SAID = "One target is drawn from width 2 on, two from 3, four from 5."
LINK = "ch11-patterns"


class Drawn(nn.Module):
    """Free queries and keys, and the map that they are to draw: k random targets in each row."""

    def __init__(self, k: int, n: int, width: int, g: Generator):
        super().__init__()
        self.q = nn.Parameter(torch.randn(n, width, generator=g) / width**0.5)
        self.k = nn.Parameter(torch.randn(n, width, generator=g))
        order = torch.rand(n, n, generator=g).argsort(dim=1)
        self.register_buffer("target", (order < k) / k)

    def forward(self, x: Tensor | None = None) -> Tensor:
        return (self.q @ self.k.T).softmax(dim=1)


def error(model: Drawn, *data: Tensor) -> Tensor:
    return (model() - model.target).square().sum()


def drawn(n: int, width: int, k: int = 2, steps: int = 1500) -> Tensor:
    """Return for each seed one minus the error, over that of a flat pattern."""
    none = LookUps((0,), 1, 1)  # there is no data
    plan = {"seeds": SEEDS, "steps": steps, "batch": 1, "optimizer": adam(0.03)}
    run = train(partial(Drawn, k, n, width), none, loss=error, **plan)
    flat = n * (1 / k - 1 / n)
    return 1 - run.each(error) / flat


ENDS = [
    End(SAID, LINK, f"{n} tokens, {width} wide", "drawn, of 1", partial(drawn, n, width))
    for n, width in ((8, 3), (16, 3), (16, 4), (32, 3), (32, 4), (32, 5))
]
