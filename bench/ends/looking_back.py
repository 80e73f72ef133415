"""Whether one head can know what *it* means. Part of bench/where_it_ends.py.

By hand: chapter 17 has neither a layer of one head nor an MLP.
"""

from functools import partial

import torch
from multihead.model import TokenModel
from multihead.tasks import surprise
from multihead.train import fresh_generator, train
from torch import Generator, Tensor

from bench.ends import SEEDS, End, adam

SAID = "Two heads can get it right, because the ratio is fixed in each head, but not for the layer."
LINK = "ch17-it"
NOUNS, IT = 6, 2  # how many nouns there are; the place of *it*


class ShortSentences:
    """Noun, noun, *it* and a cue, which says with two words each whether *it* is the first."""

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        nouns = torch.rand(n, NOUNS, generator=g).argsort(dim=1)[:, :2]  # two different ones
        cue = torch.randint(4, (n, 1), generator=g)
        meant = nouns.gather(1, cue // 2)[:, 0]
        it = torch.full((n, 1), NOUNS + 4)
        return torch.cat([nouns, it, NOUNS + cue], dim=1), meant


def loss(model: TokenModel, tokens: Tensor, meant: Tensor) -> Tensor:
    return surprise(model(tokens)[:, IT], meant).mean()


def it_right(n_heads: int, d_mlp: int, norm: bool = False) -> Tensor:
    """Say for each seed whether *it* is named right in more than 90 % of fresh sentences."""
    sizes = {"d_model": 24, "d_head": 12, "n_heads": n_heads, "d_mlp": d_mlp, "norm": norm}

    def namer(g: Generator) -> TokenModel:
        return TokenModel(NOUNS + 5, 4, NOUNS, generator=g, **sizes)

    plan = {"seeds": SEEDS, "steps": 1000, "batch": 32, "optimizer": adam(0.01)}
    run = train(namer, ShortSentences(), loss=loss, **plan)
    tokens, meant = ShortSentences().sample(500, fresh_generator())
    right = run.predict(tokens)[:, :, IT].argmax(dim=-1) == meant
    return (right.float().mean(dim=1) > 0.9).float()


SETTINGS = {
    "one head, in sentences of four words": (1, 0),
    "one head, an MLP 16 wide behind": (1, 16),
    "one head, an MLP 64 wide behind": (1, 64),
    "one head, a layer norm with a learned shift": (1, 0, True),
}
ENDS = [
    End(SAID, LINK, name, "seeds that get it right in over 90 %", partial(it_right, *sizes))
    for name, sizes in SETTINGS.items()
]
