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
SAID = (
    "This is exact for the least-squares fit on the very examples that are scored, and approximate "
    "after ordinary training, on fresh examples."
)
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


class FewNoisy:
    """The same 20 sentences again and again, with noise as large as the signal on the answers."""

    loss = staticmethod(TASK.loss)

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        x, y = LookUps((1, 2), noise=1.0).sample(20, fresh_generator(g.initial_seed() % 10**5))
        pick = torch.randint(20, (n,), generator=g)
        return x[pick], y[pick]


def decayed(model: nn.Module, x: Tensor, y: Tensor) -> Tensor:
    return TASK.loss(model(x), y) + 0.01 * sum(W.square().sum() for W in model.parameters())


def ratio(model: Any, plan: dict[str, Any], task: Any = TASK) -> Tensor:
    """Return for each seed the cost of all removals over the size of all that is written."""
    run = train(model, task, seeds=range(20), **{"batch": 4, "steps": 300} | plan)
    x, y = TASK.sample(64, fresh_generator())

    def one(model: Any, x: Tensor, y: Tensor) -> Tensor:
        cost = heads.ablation(TASK.loss, model, x, y).sum()
        if isinstance(model, Followed):
            into = heads.written(model.attend, model.inside(x))
            return cost / model.read_out(into).square().mean(dim=(0, 2, 3)).sum()
        return cost / heads.written(model, x).square().mean(dim=(0, 2, 3)).sum()

    return run.each(one, x, y)


DECAY = partial(torch.optim.AdamW, lr=0.03, weight_decay=0.3, fused=True)
EIGHT = paper(TASK, 8, 6)
TRIED = {
    "as in the chapter": partial(ratio, EIGHT, {}),
    "AdamW, decay 0.3": partial(ratio, EIGHT, {"optimizer": DECAY}),
    "0.01 times all squared weights in the loss": partial(ratio, EIGHT, {"loss": decayed}),
    "trained on 20 noisy sentences": partial(ratio, EIGHT, {}, FewNoisy()),
    "trained for one step": partial(ratio, EIGHT, {"steps": 1}),
    "an MLP behind": partial(ratio, partial(Followed, "MLP"), {}),
    "a skip path and a layer norm": partial(ratio, partial(Followed, "norm"), {}),
}
ENDS = [End(SAID, LINK, setting, WHAT, found) for setting, found in TRIED.items()]
