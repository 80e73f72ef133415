"""Ask 300 trained pairs of heads which of the second's Q, K and V reads the first; store it.

Backs: the few seeds that read by queries, in the chapter on heads that need each other.

    .venv/bin/python bench/which_reads.py    # about two minutes on one core

The seeds are others than the chapter's. Each number is a share of a pattern, averaged over the
places where the next symbol is known.
"""

import argparse
from typing import Any

import torch
from multihead.attention import attention
from multihead.claims import sweeps
from multihead.tasks import Repeats
from multihead.train import fresh_generator
from torch import Tensor

from bench import code_digest, when_it_falls
from bench.when_it_falls import Setting, causal, trained

SEEDS = range(100, 400)
GIVEN = {"queries": (1, 0, 0), "keys": (0, 1, 0), "values": (0, 0, 1)}


class Asked:
    """Test sequences, and where a head could look in them, as tables (sequence, query, key)."""

    def __init__(self, task: Repeats):
        self.mask = causal(task)
        self.tokens, target = task.sample(200, fresh_generator())
        self.known = target >= 0
        same = self.tokens[:, :, None] == self.tokens[:, None]
        self.same = same & self.mask.tril(-1)
        self.follows = same.roll(1, dims=2) & self.mask
        self.follows[:, :, 0] = False

    def share(self, pattern: Tensor, where: Tensor) -> Tensor:
        return (pattern * where).sum(dim=-1)[self.known].mean()

    def measure(self, model: Any) -> Tensor:
        """Layer 1's share on the key after, whichever one reads layer 0; layer 0's own looks."""
        x_0 = model.E[self.tokens] + model.P
        x = x_0, x_0 + model.layers[0](x_0, self.mask)
        shares = [self.second(model, *(x[i] for i in which)) for which in GIVEN.values()]
        first = model.layers[0].heads(x_0, self.mask).pattern[:, 0]
        back = first[:, range(1, 6), range(5)].mean()
        return torch.stack([*shares, back, self.share(first, self.same)])

    def second(self, model: Any, for_q: Tensor, for_k: Tensor, for_v: Tensor) -> Tensor:
        layer = model.layers[1]
        q, k, v = for_q @ layer.W_Q[0], for_k @ layer.W_K[0], for_v @ layer.W_V[0]
        return self.share(attention(q, k, v, self.mask)[1], self.follows)


def made_from() -> str:
    return code_digest(__file__, when_it_falls.__file__)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    setting = Setting(steps=200)
    run = trained(setting, seeds=SEEDS)
    found: Tensor = run.each(Asked(setting.task).measure)
    names = [*(f"only {name}" for name in GIVEN), "one back", "same symbol"]
    sweeps.keep(
        "which_reads",
        made_from(),
        {n: [round(v, 2) for v in of.tolist()] for n, of in zip(names, found.T, strict=True)},
    )


if __name__ == "__main__":
    main()
