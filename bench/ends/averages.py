"""What one head reaches on two look-ups, and on a difference. Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from torch import Generator, Tensor, nn

from bench.ends import End, paper, scored

ONE_HEAD = "It rises, then falls: 6 heads come close to 1, one head and twelve heads do not."
HILL = "ch04-hill"
SUBTRACT = (
    "To subtract, a layer of attention needs two heads of opposite sign, each with a W_V or W_O "
    "of its own (chapter 11)."
)
OPPOSITE = "ch14-opposite"


def one_head(n_content: int) -> Tensor:
    task = LookUps((1, 2), n_content=n_content)
    return scored(task, paper(task, 1), steps=800, batch=32)


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


def difference(n_content: int, **options: int) -> Tensor:
    task = Difference((1, 2), n_content=n_content)
    return scored(task, paper(task, 1, 8, **options), steps=800, batch=32)


def from_itself() -> Tensor:
    task = FromItself((1, 2))
    return scored(task, partial(WithSkip, task), steps=800, batch=32)


def other_numbers() -> Tensor:
    task = OtherNumbers((1, 2))
    return scored(task, paper(task, 1, 8, position_only=8), steps=800, batch=32)


R2 = "R² of one head"
ENDS = [
    End(
        ONE_HEAD,
        HILL,
        "1 number a token" if n == 1 else f"{n} numbers a token",
        R2,
        partial(one_head, n),
    )
    for n in (1, 2, 4, 8)
] + [
    End(SUBTRACT, OPPOSITE, "scores by position", R2, partial(difference, 4, position_only=8)),
    End(SUBTRACT, OPPOSITE, "scores see one number a token", R2, partial(difference, 1)),
    End(SUBTRACT, OPPOSITE, "from the token itself, with a skip path", R2, from_itself),
    End(SUBTRACT, OPPOSITE, "two halves of one token's numbers, by position", R2, other_numbers),
]
