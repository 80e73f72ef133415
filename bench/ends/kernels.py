"""Do more kernels find all edges in more seeds? Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead.tasks import squared_error
from multihead.train import fresh_generator, train
from torch import Generator, Tensor, nn

from bench.ends import End, adam

SAID = (
    "Kernels drawn at random share the work in most seeds; in the others the error is still large "
    "after these 120 steps."
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


def found(n: int, rate: float = 0.1, steps: int = 120) -> Tensor:
    """Say for each of 100 seeds whether the error is below 0.1; always 0 has an error of 2."""
    plan = {"seeds": range(100), "steps": steps, "batch": 4, "optimizer": adam(rate)}
    run = train(partial(Kernels, n), Edges(), **plan)
    signal, height = Edges().sample(2000, fresh_generator())
    return ((run.predict(signal) - height).square().mean(dim=(1, 2)) < 0.1).float()


SETTINGS = {
    "two kernels, as in the chapter": {"n": 2},
    "two kernels, 600 steps": {"n": 2, "steps": 600},
    "three kernels": {"n": 3},
    "eight kernels": {"n": 8},
}
ENDS = [
    End(SAID, LINK, name, "seeds that find all edges", partial(found, **setting))
    for name, setting in SETTINGS.items()
]
