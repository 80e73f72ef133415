"""Look-ups: the contents of the tokens at fixed offsets before each position."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from jaxtyping import Float, Int
from torch import Generator, Tensor

from multihead import setting
from multihead.tasks.scores import accuracy, cross_entropy, r2, split_logits, squared_error
from multihead.validation import whole_numbers


@dataclass(frozen=True)
class LookUps:
    r"""Return, at every position, the contents of the tokens at fixed offsets before it.

    Token j is ``n_content`` numbers from N(0, 1) and then its position as a one-hot, so tokens are
    ``d_model = n_content + n_pos`` wide. The target at t is the content of token t - o, modulo
    ``n_pos``, for each offset o in turn. ``LookUps((1, 2))`` is the course's base task, the *two
    look-ups*, with tokens 12 wide and targets 8 wide.

    A head whose scores depend only on positions gives one average of the contents. With a linear
    readout, ``n_heads`` such heads reach at best :meth:`best_r2`; enough heads reach 1.

    Parameters
    ----------
    offsets
        How far back each look-up reaches; distinct modulo ``n_pos``. 0 is the current token.
    n_pos, n_content
        Number of tokens, and of random numbers in each; 8 and 4 unless the setting says otherwise.
    noise
        Standard deviation of Gaussian noise added to the target; it multiplies the best R² by
        1 / (1 + noise²).

    Raises
    ------
    TypeError
        If an offset or a size is not a whole number.
    ValueError
        If a size is below 1, an offset is repeated, or ``noise`` is negative or not finite.
    """

    offsets: tuple[int, ...] = (1, 2)
    n_pos: int = field(default_factory=lambda: setting.current().n_pos)
    n_content: int = field(default_factory=lambda: setting.current().n_content)
    noise: float = 0.0

    def __post_init__(self):
        whole_numbers.check_sizes(n_pos=self.n_pos, n_content=self.n_content)
        if not isinstance(self.offsets, Sequence):
            raise TypeError(f"offsets={self.offsets!r}; give whole numbers, e.g. offsets=(1, 2)")
        whole_numbers.read_all("offsets", self.offsets)
        if not self.offsets:
            raise ValueError("no offsets; give at least one look-up, e.g. offsets=(1, 2)")
        if len({o % self.n_pos for o in self.offsets}) < len(self.offsets):
            raise ValueError(
                f"offsets {self.offsets} repeat a position on a ring of {self.n_pos}; "
                "make them distinct, or make n_pos larger"
            )
        if not 0 <= self.noise < math.inf:
            raise ValueError(f"noise={self.noise}; use a finite number, 0 or more")

    @property
    def d_model(self) -> int:
        return self.n_content + self.n_pos

    @property
    def d_out(self) -> int:
        return self.n_content * len(self.offsets)

    def sample(
        self, n: int, generator: Generator
    ) -> tuple[Float[Tensor, "n pos d_model"], Float[Tensor, "n pos d_out"]]:
        content = torch.randn(n, self.n_pos, self.n_content, generator=generator)
        position = torch.eye(self.n_pos).expand(n, -1, -1)
        y = torch.cat([content.roll(o, dims=1) for o in self.offsets], dim=-1)
        if self.noise:
            y = y + self.noise * torch.randn(y.shape, generator=generator)
        return torch.cat([content, position], dim=-1), y

    def loss(self, prediction: Tensor, target: Tensor) -> Tensor:
        return squared_error(prediction, target)

    def score(self, prediction: Tensor, target: Tensor) -> Tensor:
        return r2(prediction, target, dims=3)

    def best_r2(self, n_heads: int) -> float:
        r"""Best R² of position-only heads and a linear readout: min(1, heads / relations).

        It assumes heads at least as wide as the content, ``d_head >= n_content``. See chapter 02.
        """
        whole_numbers.check_sizes(n_heads=n_heads)
        return min(1.0, n_heads / len(self.offsets)) / (1 + self.noise**2)


@dataclass(frozen=True)
class DiscreteLookUps:
    """Look-ups with symbols as contents: name the tokens at fixed offsets before each position.

    Inputs are token numbers, drawn uniformly. Targets are the tokens at each offset, in order, so
    a model gives ``n_symbols`` logits for each. A guess is right once in ``n_symbols``. The best
    share of right answers is 1. One head followed by an MLP can reach it, because the MLP can read
    both symbols from their mixture. See chapter 02.
    """

    offsets: tuple[int, ...] = (1, 2)
    n_pos: int = field(default_factory=lambda: setting.current().n_pos)
    n_symbols: int = 6

    def __post_init__(self):
        LookUps(self.offsets, self.n_pos)  # checks the offsets
        whole_numbers.check_sizes(2, n_symbols=self.n_symbols)

    def sample(
        self, n: int, generator: Generator
    ) -> tuple[Int[Tensor, "n pos"], Int[Tensor, "n pos relation"]]:
        tokens = torch.randint(self.n_symbols, (n, self.n_pos), generator=generator)
        return tokens, torch.stack([tokens.roll(o, dims=1) for o in self.offsets], dim=-1)

    def loss(
        self, prediction: Float[Tensor, "*n pos logits"], target: Int[Tensor, "*n pos relation"]
    ) -> Tensor:
        return cross_entropy(self._logits(prediction), target)

    def score(self, prediction: Tensor, target: Tensor) -> Tensor:
        return accuracy(self._logits(prediction), target, dims=3)

    def _logits(self, prediction: Tensor) -> Tensor:
        return split_logits(prediction, len(self.offsets), self.n_symbols)


def current_word(n_pos: int | None = None, n_content: int | None = None) -> LookUps:
    """Make the task that returns the token's own content: a look-up of offset 0, best R² 1.

    No other token is needed, so a model with a skip path needs no attention.
    """
    sizes = {"n_pos": n_pos, "n_content": n_content}
    return LookUps((0,), **{name: size for name, size in sizes.items() if size is not None})
