"""What removing heads costs, beside the size of what they write. Part of bench/where_it_ends.py.

By hand: chapter 11 has nothing behind its heads, no squared weights in the loss and always fresh
sentences without noise. It does not train on after pruning. Its claim is the difference of cost and
size, which is small too where little is written. Total cost over total size: 1 if each head costs
the mean square of what it writes.
"""

from functools import partial
from typing import Any

import torch
from multihead import heads, setting
from multihead.attention import MultiHeadAttention, gated
from multihead.model import MLP
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Generator, Tensor, nn
from torch.nn.functional import layer_norm

from bench.ends import End, adam, paper

TASK = LookUps((1, 2))
SAID = (
    "Size and ablation cost are exactly equal for the least-squares fit on the very examples that "
    "are scored, and approximately equal after training, on fresh examples."
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
        inside = self.inside(x)
        written = self.attend(inside) if gate is None else gated(self.attend, gate, inside)
        return self.behind(inside, written)

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


def with_dropout(share: float) -> Tensor:
    with setting.using(f"attention_dropout={share}"):
        return ratio(EIGHT, {"steps": 600})


def loss_with_gates(model: nn.Module, x: Tensor, gate: Tensor, y: Tensor) -> Tensor:
    parts = gate[:, :, None, None] * heads.written(model, x)
    return TASK.loss(parts.sum(dim=1), y)


class Gates(LookUps):
    """Two look-ups, and in each sentence a gate for each head: 0 for one in four, else 4/3."""

    def sample(self, n: int, g: Generator) -> tuple[Tensor, ...]:
        x, y = super().sample(n, g)
        return x, (torch.rand(n, 8, generator=g) > 0.25) / 0.75, y


def rank_on(n: int) -> Tensor:
    """Correlate for each seed the ranks of cost on n noisy sentences and on 4096 others."""
    noisy = LookUps((1, 2), noise=1.0)
    run = train(EIGHT, noisy, seeds=range(20), batch=4, steps=300)
    costs = []
    for size, seed in ((n, 1), (4096, 2)):
        x, y = noisy.sample(size, fresh_generator(seed))
        costs.append(run.each(partial(heads.ablation, noisy.loss), x, y))
    return heads.rank_correlation(*costs)


def retrained(kept: str) -> Tensor:
    """Return R² of four heads of eight after 50 more steps without the others."""
    run = train(EIGHT, TASK, seeds=range(20), batch=4, steps=200)
    x, y = TASK.sample(300, fresh_generator(1))
    cost = run.each(partial(heads.ablation, TASK.loss), *TASK.sample(64, fresh_generator()))
    orders = {
        "the four that cost most": cost.argsort(dim=1, descending=True),
        "four at random": torch.arange(8).expand(20, 8),  # heads are drawn alike
        "the four that cost least": cost.argsort(dim=1),
    }
    row = torch.arange(20)[:, None]
    start = {name: W[row, orders[kept][:, :4]] for name, W in run.params.items()}
    plan = {"seeds": range(100, 120), "batch": 4, "steps": 50, "optimizer": adam(0.03)}
    return TASK.score(train(paper(TASK, 4, 6), TASK, start=start, **plan).predict(x), y)


EIGHT = paper(TASK, 8, 6)
TRIED = {
    "0.01 times all squared weights in the loss": partial(ratio, EIGHT, {"loss": decayed}),
    "trained on 20 noisy sentences": partial(ratio, EIGHT, {}, FewNoisy()),
    "trained for one step": partial(ratio, EIGHT, {"steps": 1}),
    "an MLP behind": partial(ratio, partial(Followed, "MLP"), {}),
    "a skip path and a layer norm": partial(ratio, partial(Followed, "norm"), {}),
    "dropout on the attention weights, 0.1": partial(with_dropout, 0.1),
    "dropout on the attention weights, 0.25": partial(with_dropout, 0.25),
    "a head is off in one sentence of four, else times 4/3": partial(
        ratio, EIGHT, {"steps": 600, "loss": loss_with_gates}, Gates((1, 2))
    ),
}
ORDER = "Size and ablation cost differ by about 0.001, and put the heads in nearly the same order."
LEFT = (
    "Four heads left by pruning at random keep about half of R² (Figure 11.3). After 50 more steps "
    "of training, they do nearly as well as the four most important heads."
)
NOISE = "noise as large as the signal, cost on {} sentences"
RANKS = "rank correlation with cost on 4096 sentences"
KEPT = "R² of four heads"
ENDS = [
    *(End(SAID, LINK, where, WHAT, found) for where, found in TRIED.items()),
    *(End(ORDER, LINK, NOISE.format(n), RANKS, partial(rank_on, n)) for n in (16, 64, 256, 1024)),
    *(
        End(LEFT, "ch09-prune", f"{kept}, 50 more steps", KEPT, partial(retrained, kept))
        for kept in ("the four that cost most", "four at random", "the four that cost least")
    ),
]
