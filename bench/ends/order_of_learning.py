"""Which optimisers let both heads begin with the strong relation. Part of bench/where_it_ends.py.

By hand: chapter 09 has Adam and SGD, and a setting replaces Adam by none that divides alike.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from multihead.attention import PositionOnlyAttention
from multihead.heads import mean_pattern, share_back
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Generator, Tensor

from bench.ends import End

SAID = (
    "With SGD, only one head begins with the strong look-up in most seeds, while the other has "
    "hardly begun to learn"
)
LINK = "ch15-sgd"


class Unequal(LookUps):
    """Two look-ups of which the second counts a quarter."""

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        x, y = super().sample(n, g)
        return x, y * torch.tensor([1.0, 0.5]).repeat_interleave(self.n_content)


TASK = Unequal((1, 2))


def small_start(g: Generator) -> PositionOnlyAttention:
    sizes = {"d_out": TASK.d_out, "n_place": TASK.n_pos}
    layer = PositionOnlyAttention(TASK.d_model, 2, 6, **sizes, generator=g)
    for W in layer.parameters():
        W.data.mul_(0.1)
    return layer


def both_first(optimizer: Callable[..., Any], steps: int) -> Tensor:
    """Say for each seed whether both heads look more one back when that relation is learned."""
    kept = range(0, steps + 1, steps // 50)
    plan = {"seeds": range(20), "batch": 8, "steps": steps, "checkpoints": kept}
    run = train(small_start, TASK, optimizer=optimizer, **plan)
    x, y = TASK.sample(64, fresh_generator())
    strong = slice(0, TASK.n_content)
    fits = [TASK.score(run.predict(x, step=s)[..., strong], y[..., strong]) for s in kept]
    good = torch.stack(fits) > 0.8  # (step, seed)
    if not good.any(dim=0).all():
        raise ValueError(f"in {steps} steps not every seed learns the strong relation; take more")
    learned = good.int().argmax(dim=0)
    patterns = torch.stack([run.each(mean_pattern, x, step=s) for s in kept])
    lead = share_back(patterns, 1) - share_back(patterns, 2)  # (step, seed, head)
    return (lead[learned, torch.arange(20)].amin(dim=1) > 0.1).float()


rmsprop = partial(torch.optim.RMSprop, lr=0.01, alpha=0.9)
TRIED = {
    "RMSprop, rate 0.01": (rmsprop, 400),
    "RMSprop, rate 0.003": (partial(rmsprop, lr=0.003), 800),
    "SGD with momentum 0.9, rate 0.4": (partial(torch.optim.SGD, lr=0.4, momentum=0.9), 400),
}
ENDS = [
    End(SAID, LINK, name, "seeds in which both heads first do", partial(both_first, *tried))
    for name, tried in TRIED.items()
]
