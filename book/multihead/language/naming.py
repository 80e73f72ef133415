"""Losses for sentences: name the words that relations lead to, or fill in hidden words."""

from dataclasses import dataclass, field

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor

from multihead.language.grammar import HIDDEN, Grammar
from multihead.language.links import LINKS, N_POS, RELATION_OF_LINK, RELATIONS, Sentences
from multihead.model import TokenModel
from multihead.tasks import surprise


def name_words(
    model: TokenModel,
    tokens: Int[Tensor, "n pos"],
    row: Int[Tensor, "n link"],
    gate: Float[Tensor, "layer head"] | None = None,
) -> Float[Tensor, "n link word"]:
    r"""Return, for every link, the logits of the word that it leads to.

    Each relation has its own part of W_U, ``n_symbols`` columns wide; it reads the position from
    which the link starts. The logits of a link that a sentence lacks mean nothing.
    """
    W_U = model.W_U.unflatten(1, (len(RELATIONS), -1))[:, RELATION_OF_LINK]  # (d_model, link, word)
    return torch.einsum("nld,dlw->nlw", rows_of(model.read(tokens, gate=gate), row), W_U)


def naming_loss(
    model: TokenModel,
    tokens: Int[Tensor, "n pos"],
    row: Int[Tensor, "n link"],
    target: Int[Tensor, "n link"],
) -> Float[Tensor, ""]:
    """Cross-entropy of the words that the links lead to, each relation counting the same."""
    there = row >= 0
    wrong = surprise(name_words(model, tokens, row), tokens.gather(1, target.clamp(0))) * there
    of_relation = torch.nn.functional.one_hot(RELATION_OF_LINK).float()  # (link, relation)
    return ((wrong.sum(0) @ of_relation) / (there.float().sum(0) @ of_relation).clamp(1)).mean()


def named_right(
    model: TokenModel, sentences: Sentences, gate: Float[Tensor, "layer head"] | None = None
) -> Bool[Tensor, "n link"]:
    """Say for every link whether its word gets the largest logit."""
    logits = name_words(model, sentences.tokens, sentences.row, gate)
    return logits.argmax(-1) == sentences.tokens.gather(1, sentences.target.clamp(0))


@dataclass(frozen=True)
class Cloze:
    """Sentences with hidden words to fill in: every determiner and the pronoun.

    Each example is the sentence with its hidden words, their positions (-1 where a sentence lacks
    one) and the words. In the plural grammar only another word tells which of two words fits:
    *this* or *these* agrees with the noun behind it, *it* or *they* with the antecedent.
    """

    grammar: Grammar = field(default_factory=lambda: Grammar(plural=True))

    PLACES = ("det0", "det1", "det2", "pronoun")

    def sample(
        self, n: int, generator: Generator
    ) -> tuple[Int[Tensor, "n pos"], Int[Tensor, "n hidden"], Int[Tensor, "n hidden"]]:
        return self.hide(self.grammar.sample(n, generator))

    def hide(
        self, sentences: Sentences
    ) -> tuple[Int[Tensor, "n pos"], Int[Tensor, "n hidden"], Int[Tensor, "n hidden"]]:
        """Hide words of given sentences."""
        starts = [N_POS - 1 + i for i, link in enumerate(LINKS) if link[0] in self.PLACES]
        row = sentences.row[:, starts]
        wider = torch.nn.functional.pad(sentences.tokens, (0, 1))  # -1 is the added position
        hidden = self.grammar.words.index(HIDDEN)
        seen = wider.scatter(1, row % wider.shape[1], hidden)[:, :-1]
        return seen, row, sentences.tokens.gather(1, row.clamp(0))


def fill_words(
    model: TokenModel, tokens: Int[Tensor, "n pos"], row: Int[Tensor, "n hidden"]
) -> Float[Tensor, "n hidden word"]:
    """Return the logits of every hidden word."""
    return rows_of(model.read(tokens), row) @ model.W_U


def cloze_loss(
    model: TokenModel,
    tokens: Int[Tensor, "n pos"],
    row: Int[Tensor, "n hidden"],
    words: Int[Tensor, "n hidden"],
) -> Float[Tensor, ""]:
    """Cross-entropy of the hidden words."""
    there = row >= 0
    wrong = surprise(fill_words(model, tokens, row), words)
    return (wrong * there).sum() / there.sum()


def filled_right(
    model: TokenModel,
    tokens: Int[Tensor, "n pos"],
    row: Int[Tensor, "n hidden"],
    words: Int[Tensor, "n hidden"],
) -> Bool[Tensor, "n hidden"]:
    """Say for every hidden word whether it gets the largest logit."""
    return fill_words(model, tokens, row).argmax(-1) == words


def rows_of(
    x: Float[Tensor, "n pos d_model"], row: Int[Tensor, "n link"]
) -> Float[Tensor, "n link d_model"]:
    """Take the given rows of each example; for row -1 it takes row 0."""
    return x.gather(1, row.clamp(0).unsqueeze(-1).expand(*row.shape, x.shape[-1]))
