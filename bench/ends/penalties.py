"""Which penalties part two equal heads. Part of bench/where_it_ends.py.

By hand: chapter 10 asserts that its penalties part none, and has none that favours a head.
"""

import copy
from collections.abc import Callable
from functools import partial

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import train
from torch import Generator, Tensor, nn

from bench.ends import SEEDS, End, adam

TASK = LookUps((1, 2))
SAID = (
    "A penalty can push heads that already differ further apart. It cannot make the first "
    "difference."
)
LINK = "ch08-equal-heads-penalty"
Penalty = Callable[[Tensor, Tensor], Tensor]  # of two patterns, (batch, query, key)


def alike(a: Tensor, b: Tensor) -> Tensor:
    return (a * b).sum(dim=-1).mean()


def one_fixed(a: Tensor, b: Tensor) -> Tensor:
    return alike(a, b.detach())


def in_order(a: Tensor, b: Tensor) -> Tensor:
    """Ask the first head to look further back than the second."""
    back = torch.arange(a.shape[-1], dtype=a.dtype)
    return ((a - b) * back).sum(dim=-1).mean()


class TwoEqual(nn.Module):
    def __init__(self, g: Generator):
        super().__init__()
        head = MultiHeadAttention(12, 1, 6, d_out=8, generator=g)
        self.heads = nn.ModuleList([head, copy.deepcopy(head)])


def parted(penalty: Penalty) -> Tensor:
    """Say for each seed whether any weight of the two heads differs after 25 steps."""

    def loss(model: TwoEqual, x: Tensor, y: Tensor) -> Tensor:
        found = [head.heads(x) for head in model.heads]
        written = sum(h.write(f.z).sum(dim=1) for h, f in zip(model.heads, found, strict=True))
        patterns = [f.pattern[:, 0] for f in found]
        return TASK.loss(written, y) + 0.1 * penalty(*patterns)

    plan = {"steps": 25, "batch": 4, "optimizer": adam(0.03)}
    run = train(TwoEqual, TASK, seeds=SEEDS, loss=loss, **plan)
    pairs = ((run.params[f"heads.0.{w}"], run.params[f"heads.1.{w}"]) for w in ("W_Q", "W_O"))
    differ = [(a != b).flatten(1).any(dim=1) for a, b in pairs]
    return torch.stack(differ).any(dim=0).float()


SETTINGS = {
    "likeness of their patterns, as in the chapter": alike,
    "the same, with one head held fixed in the comparison": one_fixed,
    "one head is to look further back than the other": in_order,
}
ENDS = [
    End(SAID, LINK, name, "seeds in which equal heads part", partial(parted, penalty))
    for name, penalty in SETTINGS.items()
]
