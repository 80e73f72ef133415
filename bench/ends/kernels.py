"""Do more kernels find all edges in more seeds? Part of bench/where_it_ends.py.

By hand: chapter 05 has two kernels, and no setting gives more.
"""

from functools import partial

import torch
from multihead.tasks import squared_error
from multihead.train import fresh_generator, train
from torch import Generator, Tensor, nn

from bench.ends import End, adam

SAID = (
    "Kernels with random initial weights share the work in most seeds, but in the other seeds the "
    "error is still large after these 120 steps."
)
LINK = "ch05-cnn"


class Edges:
    loss = staticmethod(squared_error)

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        x = torch.randn(n, 16, generator=g)
        return x, x.diff(dim=-1).abs()


class Kernels(nn.Module):
    """A sum of kernels of width 2, each with a ReLU and one output weight."""

    def __init__(self, n: int, g: Generator):
        super().__init__()
        self.w = nn.Parameter(torch.randn(2, n, generator=g) / 2**0.5)
        self.out = nn.Parameter(torch.randn(n, generator=g) / 2**0.5)

    def forward(self, x: Tensor) -> Tensor:
        return (x.unfold(-1, 2, 1) @ self.w).relu() @ self.out


def edges_found(n: int) -> Tensor:
    """Say for each of 100 seeds whether the error is below 0.1; always 0 has an error of 2."""
    plan = {"seeds": range(100), "steps": 120, "batch": 4, "optimizer": adam(0.1)}
    run = train(partial(Kernels, n), Edges(), **plan)
    signal, height = Edges().sample(2000, fresh_generator())
    return ((run.predict(signal) - height).square().mean(dim=(1, 2)) < 0.1).float()


ENDS = [
    End(SAID, LINK, f"{name} kernels", "seeds that find all edges", partial(edges_found, n))
    for name, n in {"three": 3, "eight": 8}.items()
]
