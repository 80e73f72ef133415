"""What removing heads costs, beside the size of what they write. Part of bench/where_it_ends.py.

Total cost over total size: 1 if each head costs the mean square of what it writes.
"""

from functools import partial
from typing import Any

import torch
from multihead import heads
from multihead.attention import MultiHeadAttention
from multihead.model import MLP
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Generator, Tensor, nn
from torch.nn.functional import layer_norm

from bench.ends import End, paper

TASK = LookUps((1, 2))
SAID = "Removing a head costs about the mean square of what it writes."
LINK = "ch09-importance"
WHAT = "total cost over total size"


class Followed(nn.Module):
    """Eight heads with something behind them; ``gate`` switches heads off."""

    gate_shape = (8,)

    def __init__(self, kind: str, g: Generator):
        super().__init__()
        self.kind = kind
        wide = 24
        self.E = nn.Parameter(torch.randn(12, wide, generator=g) / 12**0.5)
        self.attend = MultiHeadAttention(wide, 8, 6, generator=g)
        self.mlp = MLP(wide, 4 * wide, generator=g)
        self.U = nn.Parameter(torch.randn(wide, 8, generator=g) / wide**0.5)

    def forward(self, x: Tensor, gate: Tensor | None = None) -> Tensor:
        return self.behind(self.inside(x), self.attend(self.inside(x), gate=gate))

    def inside(self, x: Tensor) -> Tensor:
        return x @ self.E

    def behind(self, x: Tensor, written: Tensor) -> Tensor:
        if self.kind == "MLP":
            return (written + self.mlp(written)) @ self.U
        return layer_norm(x + written, written.shape[-1:]) @ self.U

    def read_out(self, written: Tensor) -> Tensor:
        """What heads write, as it reaches the output with nothing between."""
        return written @ self.U


def ratio(model: Any, plan: dict[str, Any], fresh: bool = True) -> Tensor:
    """Return for each seed the cost of all removals over the size of all that is written."""
    run = train(model, TASK, seeds=range(20), **{"batch": 4, "steps": 300} | plan)
    x, y = TASK.sample(64, fresh_generator())

    def one(model: Any, x: Tensor, y: Tensor) -> Tensor:
        cost = heads.ablation(TASK.loss, model, x, y).sum()
        if isinstance(model, Followed):
            into = heads.written(model.attend, model.inside(x))
            return cost / model.read_out(into).square().mean(dim=(0, 2, 3)).sum()
        return cost / heads.written(model, x).square().mean(dim=(0, 2, 3)).sum()

    return run.each(one, x, y)


DECAY = partial(torch.optim.AdamW, lr=0.03, weight_decay=0.3, fused=True)
ENDS = [
    End(SAID, LINK, "as in the chapter", WHAT, partial(ratio, paper(TASK, 8, 6), {})),
    End(
        SAID,
        LINK,
        "AdamW, decay 0.3",
        WHAT,
        partial(ratio, paper(TASK, 8, 6), {"optimizer": DECAY}),
    ),
    End(SAID, LINK, "an MLP behind", WHAT, partial(ratio, partial(Followed, "MLP"), {})),
    End(
        SAID,
        LINK,
        "a skip path and a layer norm",
        WHAT,
        partial(ratio, partial(Followed, "norm"), {}),
    ),
    End(SAID, LINK, "trained for one step", WHAT, partial(ratio, paper(TASK, 8, 6), {"steps": 1})),
]
