r"""Toy tasks whose best possible score is known.

A task is an object with three methods, all a model and :func:`multihead.train.train` need:

``sample(n, generator)``
    ``n`` fresh examples as a tuple of tensors, the batch axis first; the last is the target.
``loss(prediction, target)``
    The training loss, one number.
``score(prediction, target)``
    What is reported: R² or the share of right answers, 1 at best, over the last axes, so that
    leading axes (seeds) stay.

Anything with the first two can be trained on: a chapter may write its own. All randomness comes
from the generator that is passed in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Generator, Tensor

from multihead import validate
from multihead.metrics import accuracy, r2, right_answers


@dataclass(frozen=True)
class LookUps:
    r"""Give at every position the content of some fixed other positions.

    Token j is ``n_content`` numbers from N(0, 1) beside a one-hot position, so tokens are
    ``d_model = n_content + n_pos`` wide. The target at t is the content of token t - o, counted
    round the ring of positions, for each offset o in turn. ``LookUps((1, 2))`` is the course's
    base task, the *two look-ups*, with tokens 12 wide and targets 8 wide.

    A head whose scores see only positions, followed by a linear map, gives one average of the
    contents, so ``n_heads`` of them reach at best :meth:`best_r2`. Heads enough reach 1.

    Parameters
    ----------
    offsets
        How far back each look-up reaches; distinct modulo ``n_pos``. 0 is the current token.
    n_pos, n_content
        Number of tokens, and of random numbers in each.
    noise
        Standard deviation of Gaussian noise added to the target; the best R² is then
        1 / (1 + noise²) of what it is without.

    Raises
    ------
    TypeError
        If an offset or a size is not a whole number.
    ValueError
        If a size is below 1, an offset comes twice, or ``noise`` is negative or not finite.
    """

    offsets: tuple[int, ...] = (1, 2)
    n_pos: int = 8
    n_content: int = 4
    noise: float = 0.0

    def __post_init__(self):
        validate.sizes(n_pos=self.n_pos, n_content=self.n_content)
        if not isinstance(self.offsets, Sequence):
            raise TypeError(f"offsets={self.offsets!r}; give whole numbers, e.g. offsets=(1, 2)")
        validate.whole_numbers("offsets", self.offsets)
        if not self.offsets:
            raise ValueError("no offsets; give at least one look-up, e.g. offsets=(1, 2)")
        if len({o % self.n_pos for o in self.offsets}) < len(self.offsets):
            raise ValueError(
                f"offsets {self.offsets} repeat a position on a ring of {self.n_pos}; "
                "make them distinct, or n_pos larger"
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

        Needs heads as wide as the content, ``d_head >= n_content``. See chapter 02.
        """
        validate.sizes(n_heads=n_heads)
        return min(1.0, n_heads / len(self.offsets)) / (1 + self.noise**2)


@dataclass(frozen=True)
class DiscreteLookUps:
    """The look-ups with symbols for contents: name the tokens some fixed steps back.

    Inputs are token numbers, drawn evenly; targets are the tokens at each offset, in order, so a
    model gives ``n_symbols`` logits for each. A guess is right once in ``n_symbols``. The best
    share of right answers is 1 and one head can reach it if an MLP follows: a mixture of two
    symbols can still be read off. See chapter 02.
    """

    offsets: tuple[int, ...] = (1, 2)
    n_pos: int = 8
    n_symbols: int = 6

    def __post_init__(self):
        LookUps(self.offsets, self.n_pos)  # the same offsets are refused
        validate.sizes(2, n_symbols=self.n_symbols)

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


@dataclass(frozen=True)
class Telescope:
    """*The man saw the astronomer with a telescope*: who has the telescope?

    Sentences are ``the N1 saw the N2 with a telescope`` with two different nouns drawn evenly;
    only the prediction at the last word counts.

    Parameters
    ----------
    answer
        ``"both"``: name N1 and N2, in order; the score is the share of sentences with both
        right. Enough heads reach 1. Knowing one noun only gives 1 / (n_nouns - 1), knowing none
        1 / (n_nouns * (n_nouns - 1)).

        ``"either"``: the target is N1 or N2, by the toss of a coin. Nothing can do better than
        half of the answers right and a loss of ln 2.
    n_nouns
        How many nouns there are.
    """

    answer: Literal["both", "either"] = "both"
    n_nouns: int = 6

    NOUNS = ("man", "astronomer", "woman", "sailor", "child", "king", "thief", "doctor")
    OTHERS = ("the", "saw", "with", "a", "telescope")
    n_pos = 8

    def __post_init__(self):
        if self.answer not in ("both", "either"):
            raise ValueError(f"answer={self.answer!r}; use 'both' or 'either'")
        validate.sizes(0, n_nouns=self.n_nouns)
        if not 2 <= self.n_nouns <= len(self.NOUNS):
            raise ValueError(f"n_nouns={self.n_nouns}; use 2 to {len(self.NOUNS)}")

    @property
    def words(self) -> tuple[str, ...]:
        """The word of each token number: the nouns come first."""
        return self.NOUNS[: self.n_nouns] + self.OTHERS

    @property
    def n_symbols(self) -> int:
        return len(self.words)

    @property
    def d_out(self) -> int:
        """Logits for each noun, once for every noun asked for."""
        return self.n_nouns * (2 if self.answer == "both" else 1)

    def sample(
        self, n: int, generator: Generator
    ) -> tuple[Int[Tensor, "n 8"], Int[Tensor, "n answer"]]:
        first = torch.randint(self.n_nouns, (n,), generator=generator)
        step = torch.randint(1, self.n_nouns, (n,), generator=generator)
        second = (first + step) % self.n_nouns
        sentence = ["the", "_", "saw", "the", "_", "with", "a", "telescope"]
        tokens = torch.tensor([self.words.index(w) if w != "_" else 0 for w in sentence])
        tokens = tokens.repeat(n, 1)
        tokens[:, 1], tokens[:, 4] = first, second
        if self.answer == "both":
            return tokens, torch.stack([first, second], dim=-1)
        coin = torch.randint(2, (n,), generator=generator).bool()
        return tokens, torch.where(coin, first, second).unsqueeze(-1)

    def loss(
        self, prediction: Float[Tensor, "*n 8 logits"], target: Int[Tensor, "*n answer"]
    ) -> Tensor:
        return cross_entropy(self._logits(prediction), target)

    def score(self, prediction: Tensor, target: Tensor) -> Tensor:
        right = right_answers(self._logits(prediction), target, dims=2)
        return right.double().prod(dim=-1).mean(dim=-1)

    def _logits(self, prediction: Tensor) -> Tensor:
        logits = split_logits(prediction, self.d_out // self.n_nouns, self.n_nouns)
        return logits[..., -1, :, :]  # (*n, pos, answer, symbol) -> (*n, answer, symbol)


def current_word(n_pos: int = 8, n_content: int = 4) -> LookUps:
    """Give back the content of the token itself: a look-up of offset 0, best R² 1.

    Nothing has to be fetched from elsewhere, so with a skip path attention is not needed.
    """
    return LookUps((0,), n_pos, n_content)


def squared_error(prediction: Tensor, target: Tensor) -> Tensor:
    """Mean squared error, refusing shapes that would broadcast."""
    validate.answers(prediction.shape, target.shape)
    return (prediction - target).square().mean()


def cross_entropy(logits: Float[Tensor, "*n symbol"], target: Int[Tensor, "*n"]) -> Tensor:
    """Mean cross-entropy in nats."""
    validate.answers(logits.shape[:-1], target.shape, of_logits=True)
    return -logits.log_softmax(dim=-1).gather(-1, target.unsqueeze(-1)).mean()


def split_logits(prediction: Tensor, n_answers: int, n_symbols: int) -> Tensor:
    """(*n, answer * symbol) -> (*n, answer, symbol)."""
    if prediction.ndim < 2 or prediction.shape[-1] != n_answers * n_symbols:
        raise ValueError(
            f"the model gives {tuple(prediction.shape)} where the task wants {n_answers} x "
            f"{n_symbols} logits at each position; make the model's d_out {n_answers * n_symbols}"
        )
    return prediction.unflatten(-1, (n_answers, n_symbols))
