"""Sequences that begin again: what comes next can be copied from what came before."""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Generator, Tensor

from multihead.tasks.scores import right_answers, surprise
from multihead.validation import whole_numbers

UNKNOWN = -1  # the target where nothing before says what comes next


@dataclass(frozen=True)
class Repeats:
    """Name the next symbol of a sequence that repeats its first piece.

    A piece of different symbols, drawn at random, is repeated until the sequence is full. Its
    length, the *period*, is drawn anew for each sequence. Inputs are the symbols' numbers. The
    target at t is the symbol at t + 1, from the first symbol of the second copy on; before, and at
    the last position, it is ``UNKNOWN`` and does not count. A model has to be masked, or it could
    read its targets.

    Whoever finds the current symbol's earlier place, and reads what came after it, is always right.
    A guess is right once in ``n_symbols``.

    Parameters
    ----------
    n_pos, n_symbols
        Length of a sequence, and how many symbols there are.
    periods
        The shortest and the longest piece; both can occur.
    share
        Of the sequences that repeat, from 0 to 1. The others are drawn symbol by symbol, and
        nothing in them counts.

    Raises
    ------
    TypeError
        If a size is not a whole number.
    ValueError
        If a size is below 1, a piece needs more symbols than there are, no symbol of the longest
        piece would come again, or ``share`` is not above 0 and at most 1.
    """

    n_pos: int = 20
    n_symbols: int = 12
    periods: tuple[int, ...] = (5, 10)
    share: float = 1.0

    def __post_init__(self):
        if len(whole_numbers.read_all("periods", self.periods)) != 2:
            raise ValueError(f"periods={self.periods}; give two, the shortest and the longest")
        shortest, longest = self.periods
        whole_numbers.check_sizes(n_pos=self.n_pos, n_symbols=self.n_symbols, periods=shortest)
        if not shortest <= longest <= self.n_symbols:
            raise ValueError(
                f"pieces of {shortest} to {longest} different symbols of {self.n_symbols}; give "
                "periods=(shortest, longest), at most n_symbols"
            )
        if self.n_pos < longest + 2:
            raise ValueError(
                f"n_pos={self.n_pos} with a period of {longest} ends before any scored position; "
                f"make it {longest + 2} or more"
            )
        if not 0 < self.share <= 1:
            raise ValueError(f"share={self.share}; use a number above 0 and at most 1")

    def sample(
        self, n: int, generator: Generator
    ) -> tuple[Int[Tensor, "n pos"], Int[Tensor, "n pos"]]:
        shortest, longest = self.periods
        period = torch.randint(shortest, longest + 1, (n, 1), generator=generator)
        piece = torch.rand(n, self.n_symbols, generator=generator).argsort(dim=1)
        place = torch.arange(self.n_pos).expand(n, -1)
        tokens = piece.gather(1, place % period)
        target = tokens.roll(-1, dims=1)
        known = (place >= period) & (place < self.n_pos - 1)
        if self.share < 1:
            repeats = torch.rand(n, 1, generator=generator) < self.share
            noise = torch.randint(self.n_symbols, (n, self.n_pos), generator=generator)
            tokens, known = torch.where(repeats, tokens, noise), known & repeats
        return tokens, torch.where(known, target, UNKNOWN)

    def loss(
        self, prediction: Float[Tensor, "*n pos symbol"], target: Int[Tensor, "*n pos"]
    ) -> Tensor:
        """Mean cross-entropy in nats, over the positions that count."""
        known = target != UNKNOWN
        each = surprise(prediction, target.clamp(0))
        return (each * known).sum() / known.sum().clamp(1)

    def score(
        self, prediction: Float[Tensor, "*n pos symbol"], target: Int[Tensor, "*n pos"]
    ) -> Tensor:
        """Share of right answers among the positions that count, from 0 to 1."""
        known = (target != UNKNOWN).to(prediction.dtype)
        right = right_answers(prediction, target, dims=2)
        return (right * known).sum(dim=(-2, -1)) / known.sum(dim=(-2, -1))
