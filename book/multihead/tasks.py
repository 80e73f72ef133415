r"""Toy tasks whose best possible score is known.

A task is an object with three methods:

``sample(n, generator)``
    Return ``n`` fresh examples as a tuple of tensors, batch axis first; the last is the target.
``loss(prediction, target)``
    Return the training loss, one number.
``score(prediction, target)``
    Return R² or the share of right answers, at best 1. Leading axes, such as seeds, are kept.

:func:`multihead.train.train` needs only the first two, so a chapter may write its own task. All
randomness comes from the generator that is passed in.
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
        Number of tokens, and of random numbers in each.
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
        validate.sizes(n_heads=n_heads)
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
    n_pos: int = 8
    n_symbols: int = 6

    def __post_init__(self):
        LookUps(self.offsets, self.n_pos)  # checks the offsets
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

    Sentences are ``the N1 saw the N2 with a telescope`` with two different nouns drawn uniformly.
    Only the prediction at the last word counts.

    Parameters
    ----------
    answer
        ``"both"``: name N1 and N2, in order; the score is the share of sentences with both
        right. Enough heads reach 1. Knowing only one noun gives 1 / (n_nouns - 1), and knowing
        neither gives 1 / (n_nouns * (n_nouns - 1)).

        ``"either"``: the target is N1 or N2, chosen by tossing a coin. At best, half of the
        answers are right and the loss is ln 2.
    n_nouns
        Number of nouns.
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
        """The word of each token number; nouns come first."""
        return self.NOUNS[: self.n_nouns] + self.OTHERS

    @property
    def n_symbols(self) -> int:
        return len(self.words)

    @property
    def d_out(self) -> int:
        """One logit per noun, for each noun to name."""
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
    """Make the task that returns the token's own content: a look-up of offset 0, best R² 1.

    No other token is needed, so a model with a skip path needs no attention.
    """
    return LookUps((0,), n_pos, n_content)


def squared_error(prediction: Tensor, target: Tensor) -> Tensor:
    """Mean squared error; shapes that would broadcast raise an error."""
    validate.answers(prediction.shape, target.shape)
    return (prediction - target).square().mean()


def cross_entropy(logits: Float[Tensor, "*n symbol"], target: Int[Tensor, "*n"]) -> Tensor:
    """Mean cross-entropy in nats."""
    validate.answers(logits.shape[:-1], target.shape, of_logits=True)
    return surprise(logits, target).mean()


def surprise(logits: Float[Tensor, "*n symbol"], target: Int[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Cross-entropy of each answer, in nats."""
    return -logits.log_softmax(dim=-1).gather(-1, target.unsqueeze(-1)).squeeze(-1)


def split_logits(prediction: Tensor, n_answers: int, n_symbols: int) -> Tensor:
    """(*n, answer * symbol) -> (*n, answer, symbol)."""
    if prediction.ndim < 2 or prediction.shape[-1] != n_answers * n_symbols:
        raise ValueError(
            f"the model gives {tuple(prediction.shape)} where the task wants {n_answers} x "
            f"{n_symbols} logits at each position; make the model's d_out {n_answers * n_symbols}"
        )
    return prediction.unflatten(-1, (n_answers, n_symbols))
