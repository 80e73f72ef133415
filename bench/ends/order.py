"""When heads take their jobs, and which models learn at all. Part of bench/where_it_ends.py."""

from functools import partial
from typing import Any

import torch
from multihead.attention import MultiHeadAttention
from multihead.heads import mean_pattern, share_back
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Generator, Tensor, nn

from bench.ends import End, adam, paper, scored

STAGES = "So both heads first came with Adam only."
STAGES_LINK = "ch15-sgd"
SAFETY = "So here the layers failed in training, not in what they can do."
SAFETY_LINK = "ch12-stability"
TASK = LookUps((1, 2))


class Unequal(LookUps):
    """The second job at half the strength of the first."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        x, y = super().sample(n, generator)
        return x, y * torch.tensor([1.0, 0.5]).repeat_interleave(self.n_content)


def shrunk(make: Any, start: float) -> Any:
    def smaller(g: Generator) -> nn.Module:
        model = make(g)
        with torch.no_grad():
            for weights in model.parameters():
                weights *= start
        return model

    return smaller


def both_first(optimizer: Any, start: float, steps: list[int]) -> Tensor:
    """Say for each seed whether both heads lean to the strong job when it is first known."""
    task = Unequal((1, 2))
    plan = {"steps": steps[-1], "checkpoints": steps, "batch": 8, "optimizer": optimizer}
    model = shrunk(paper(task, 2, 6, position_only=8), start)
    run = train(model, task, seeds=range(40), **plan)
    x, y = task.sample(64, fresh_generator())
    strong = slice(0, 4)
    r2 = [task.score(run.predict(x, step=s)[..., strong], y[..., strong]) for s in steps]
    known = (torch.stack(r2, dim=1) > 0.8).int()
    seen = torch.stack([run.each(mean_pattern, x[:1], step=s) for s in steps], dim=1)
    lead = share_back(seen, 1) - share_back(seen, 2)
    then = lead[torch.arange(len(seen)), known.argmax(dim=1)].amin(dim=1)
    return ((then > 0.1) & known.any(dim=1)).float()


class Stack(nn.Module):
    """Layers with a skip path around each."""

    def __init__(self, n_layers: int, n_heads: int, g: Generator):
        super().__init__()
        self.E = nn.Parameter(torch.randn(12, 16, generator=g) / 12**0.5)
        layers = [MultiHeadAttention(16, n_heads, 8, generator=g) for _ in range(n_layers)]
        self.layers = nn.ModuleList(layers)
        self.U = nn.Parameter(torch.randn(16, 8, generator=g) / 4)

    def forward(self, x: Tensor) -> Tensor:
        x = x @ self.E
        for layer in self.layers:
            x = x + layer(x)
        return x @ self.U


def learns(n_layers: int, n_heads: int, start: float, rate: float) -> Tensor:
    model = shrunk(partial(Stack, n_layers, n_heads), start)
    plan = {"steps": 400, "batch": 8, "seeds": range(40)}
    return (scored(TASK, model, rate, **plan) > 0.95).float()


SGD = partial(torch.optim.SGD, lr=3.0)
SLOW, FAST = [*range(0, 481, 12)], [*range(0, 301, 6)]
BOTH, LEARN = "seeds in which both heads first do", "seeds that learn"
ENDS = [
    End(STAGES, STAGES_LINK, "SGD, start × 0.1", BOTH, partial(both_first, SGD, 0.1, SLOW)),
    End(STAGES, STAGES_LINK, "SGD, usual start", BOTH, partial(both_first, SGD, 1.0, SLOW)),
    End(STAGES, STAGES_LINK, "Adam, start × 0.1", BOTH, partial(both_first, adam(0.03), 0.1, FAST)),
    End(STAGES, STAGES_LINK, "Adam, usual start", BOTH, partial(both_first, adam(0.03), 1.0, FAST)),
]
ENDS += [
    End(
        SAFETY,
        SAFETY_LINK,
        f"{layers} × {n_heads}: start × {start:g}, rate {rate:g}",
        LEARN,
        partial(learns, layers, n_heads, start, rate),
    )
    for start, rate in ((1.0, 0.01), (1.0, 0.03), (0.1, 0.01), (0.1, 0.03))
    for layers, n_heads in ((1, 2), (2, 1))
]
