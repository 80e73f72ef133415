"""What one head reaches on a difference. Part of bench/where_it_ends.py.

By hand: chapter 14 has none of these layers and tasks.
"""

from functools import partial

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from torch import Generator, Tensor, nn

from bench.ends import End, paper, scored

SUBTRACT = (
    "To subtract, a layer of plain attention heads needs two heads of opposite sign, each with a "
    "W_V or W_O of its own (chapter 13)."
)
OPPOSITE = "ch14-opposite"


class Difference(LookUps):
    """The contents one back minus those two back."""

    @property
    def d_out(self) -> int:
        return self.n_content

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        x, y = super().sample(n, generator)
        one, two = y.chunk(2, dim=-1)
        return x, one - two


class FromItself(Difference):
    """The token's own contents minus those one back."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        x, _ = LookUps.sample(self, n, generator)
        own = x[..., : self.n_content]
        return x, own - own.roll(1, dims=1)


class OtherNumbers(Difference):
    """The first half of the contents one back minus the second half of the same."""

    @property
    def d_out(self) -> int:
        return self.n_content // 2

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        x, y = LookUps.sample(self, n, generator)
        first, second = y[..., : self.n_content].chunk(2, dim=-1)
        return x, first - second


class WithSkip(nn.Module):
    """One head beside a linear map of the token itself."""

    def __init__(self, task: LookUps, g: Generator):
        super().__init__()
        self.head = MultiHeadAttention(task.d_model, 1, d_out=task.d_out, generator=g)
        self.own = nn.Parameter(0.3 * torch.randn(task.d_model, task.d_out, generator=g))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(x) + x @ self.own


def one_number() -> Tensor:
    task = Difference((1, 2), n_content=1)
    return scored(task, paper(task, 1, 8), steps=800, batch=32)


def from_itself() -> Tensor:
    task = FromItself((1, 2))
    return scored(task, partial(WithSkip, task), steps=800, batch=32)


def other_numbers() -> Tensor:
    task = OtherNumbers((1, 2))
    return scored(task, paper(task, 1, 8, n_place=8), steps=800, batch=32)


SETTINGS = {
    "scores see one number a token": one_number,
    "from the token itself, with a skip path": from_itself,
    "two halves of one token's numbers, by position": other_numbers,
}
ENDS = [End(SUBTRACT, OPPOSITE, name, "R² of one head", found) for name, found in SETTINGS.items()]
