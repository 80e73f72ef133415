"""A sentence that can be read in two ways, as a task."""

from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Generator, Tensor

from multihead.tasks.scores import cross_entropy, right_answers, split_logits
from multihead.validation import whole_numbers


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
        whole_numbers.check_sizes(0, n_nouns=self.n_nouns)
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
