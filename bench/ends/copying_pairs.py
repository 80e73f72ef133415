"""The pair of heads that copies, with an MLP or a layer norm. Part of bench/where_it_ends.py.

By hand: the models of chapter 15 have neither.
"""

from collections.abc import Callable
from functools import partial

import torch
from multihead.model import TokenModel
from multihead.tasks import Repeats
from multihead.train import fresh_generator, train
from torch import Generator, Tensor

from bench.ends import SEEDS, End, adam

SAID = (
    "Both attention weights are close to 1, so training has found a previous-token head and an "
    "induction head."
)
LINK = "ch13-where"
TASK = Repeats()
SEES = torch.ones(TASK.n_pos, TASK.n_pos).tril().bool()


def loss(model: TokenModel, tokens: Tensor, target: Tensor) -> Tensor:
    return TASK.loss(model(tokens, SEES), target)


def pair(**parts: int | bool) -> Callable[[Generator], TokenModel]:
    sizes = {"d_model": 32, "n_layers": 2, "n_heads": 1, "d_head": 16}
    n = TASK.n_symbols
    return lambda g: TokenModel(n, TASK.n_pos, n, generator=g, **sizes, **parts)


def share_on_target(gate: float, **parts: int | bool) -> Tensor:
    """Return the share of layer 1 on what followed, where it is needed; layer 0 times a gate."""
    plan = {"seeds": SEEDS, "steps": 300, "batch": 32, "optimizer": adam(0.01), "loss": loss}
    run = train(pair(**parts), TASK, **plan)
    tokens, target = TASK.sample(200, fresh_generator())
    same = tokens[:, :, None] == tokens[:, None]
    follows = torch.zeros_like(same)
    follows[:, :, 1:] = same[:, :, :-1]  # the key after the same symbol
    follows &= SEES

    run.params["layers.0.W_O"].mul_(gate)

    def share(model: TokenModel) -> Tensor:
        second = model.heads(tokens, SEES)[1].pattern[:, 0]
        return (second * follows).sum(dim=-1)[target >= 0].mean()

    return run.each(share)


PARTS = {
    "an MLP 64 wide in each layer": {"d_mlp": 64},
    "a layer norm before each part": {"norm": True},
}
WHAT = {"layer 1 on the target": 1.0, "layer 1 on the target, layer 0 off": 0.0}
ENDS = [
    End(SAID, LINK, where, what, partial(share_on_target, gate, **parts))
    for where, parts in PARTS.items()
    for what, gate in WHAT.items()
]
