"""What must a head own? Six small experiments, each over 20 seeds.

    .venv/bin/python bench/own.py                # all six, about 2 minutes
    MANY_HEADS_SEED_SET=3 .venv/bin/python bench/own.py stages rank

A line is the median over the seeds, their middle 90 % in brackets, and the share above 0.95.
"""

import os
import sys
import time
from functools import partial
from itertools import combinations
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
sys.path.insert(0, str(Path(__file__).parents[1] / "book"))

import torch
from multihead.attention import MultiHeadAttention, attention, normal
from multihead.heads import mean_pattern
from multihead.metrics import share_back
from multihead.summaries import spread
from multihead.tasks import LookUps, squared_error
from multihead.train import train, train_starts
from multihead.train.data import SEED_SET, fresh_generator
from multihead.train.run import Run
from torch import Generator, Tensor, nn
from torch.nn.functional import layer_norm, one_hot

SEEDS = range(20)
TWO = LookUps((1, 2))


def adam(rate: float) -> partial:
    return partial(torch.optim.Adam, lr=rate, fused=True)


def line(name: str, values: Tensor, more: str = "") -> None:
    high = (values > 0.95).double().mean()
    print(f"  {name:46} {spread(values.double().numpy())} {high:.2f}  {more}", flush=True)


def compare(starts: dict, task: LookUps, **plan) -> Run:
    """Train models of one shape, and print R² on fresh data (-1 if worse or diverged)."""
    run = train_starts([*starts.values()], task, seeds=SEEDS, **plan)
    x, y = task.sample(300, fresh_generator(1))
    r2 = task.score(run.predict(x), y).nan_to_num(-1).clamp(min=-1)
    for name, each in zip(starts, r2.view(len(starts), -1), strict=True):
        line(name, each)
    return run


class Sharing(MultiHeadAttention):
    """Heads of a group use the matrices named in ``shared`` of the group's first head."""

    def __init__(self, task: LookUps, h: int, d_head: int, shared: str, groups: int, g: Generator):
        super().__init__(task.d_model, h, d_head, d_out=task.d_out, generator=g)
        head = torch.arange(h)
        first = head - head % (h // groups)
        self.register_buffer("user", torch.stack([first if W in shared else head for W in "QKVO"]))
        self.n_pos = task.n_pos

    def forward(self, x, mask=None, gate=None):
        place, x = x[:, None, :, -self.n_pos :], x[:, None]
        weights = self.W_Q[:, -self.n_pos :], self.W_K[:, -self.n_pos :], self.W_V, self.W_O
        Q, K, V, out = (W[user] for W, user in zip(weights, self.user, strict=True))
        return (attention(place @ Q, place @ K, x @ V)[0] @ out).sum(dim=1)


class OwnParts(LookUps):
    """Each look-up wants only its own number of the token's content."""

    d_out = property(lambda self: self.n_content)

    def sample(self, n, generator):
        x, _ = super().sample(n, generator)
        parts = [x[..., i].roll(o, dims=1) for i, o in enumerate(self.offsets)]
        return x, torch.stack(parts, dim=-1)


def private() -> None:
    """Two heads share some of W_Q, W_K, W_V and W_O; groups of eight heads share W_K and W_V."""
    subsets = ["".join(s) for n in range(5) for s in combinations("QKVO", n)]
    for d, chosen in ((8, subsets), (6, ["O"]), (4, ["O", "KV"])):
        starts = {f"width {d}, shared: {s}": partial(Sharing, TWO, 2, d, s, 1) for s in chosen}
        compare(starts, TWO, steps=200, batch=8)
    offsets = tuple(range(1, 9))
    for task in LookUps(offsets, 10), OwnParts(offsets, 10, 8):
        name = f"{type(task).__name__}, 8 heads in groups:"
        starts = {f"{name} {n}": partial(Sharing, task, 8, 4, "KV", n) for n in (1, 2, 4, 8)}
        compare(starts, task, steps=250, batch=4)


class Stack(nn.Module):
    """An embedding, layers of heads with a skip path, a linear readout; ``size`` of the start."""

    d, d_head, skip, norm, size = 16, 8, True, False, 1.0

    def __init__(self, task: LookUps, layers: int, heads: int, form: dict, g: Generator):
        super().__init__()
        vars(self).update(form)
        self.E = normal(task.d_model, task.d_model, self.d, generator=g)
        layer = partial(MultiHeadAttention, self.d, heads, self.d_head, generator=g)
        self.layers = nn.ModuleList(layer() for _ in range(layers))
        self.U = normal(self.d, self.d, task.d_out, generator=g)
        for W in self.parameters():
            W.data.mul_(self.size)

    def forward(self, x):
        x = x @ self.E
        for layer in self.layers:
            read = layer_norm(x, x.shape[-1:]) if self.norm else x
            x = x + layer(read) if self.skip else layer(read)
        return x @ self.U


def depth() -> None:
    """Two heads in one layer, or one head in each of two layers."""
    three, wide, rate = LookUps((1, 2, 3)), {"d": 24, "d_head": 12}, 0.01
    rows = [(TWO, *sizes, rate, {}) for sizes in ((1, 1), (1, 2), (2, 1))]
    rows += [(TWO, 2, 1, rate, {"skip": False})]
    rows += [(three, 1, 2, rate, wide), (three, 2, 1, rate, wide)]
    for rate, size in ((0.01, 0.1), (0.03, 1.0)):
        for norm in (False, True):
            form = {"size": size, "norm": norm}
            rows += [(TWO, 1, 2, rate, form), (TWO, 2, 1, rate, form)]
    for task, layers, heads, rate, form in rows:
        name = f"{len(task.offsets)} look-ups, {layers} x {heads}, rate {rate} {form or ''}"
        model = {name: partial(Stack, task, layers, heads, form)}
        compare(model, task, steps=400, batch=8, optimizer=adam(rate))


class Regression:
    """Pairs of a point of d numbers and its y on a random plane, then a point without its y."""

    d, pairs = 4, 16
    loss = staticmethod(squared_error)

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, Tensor]:
        x = torch.randn(n, self.pairs + 1, self.d, generator=generator)
        y = x @ torch.randn(n, self.d, 1, generator=generator) / self.d**0.5
        seen = torch.cat([y[:, :-1], torch.zeros(n, 1, 1)], dim=1)
        return torch.cat([x, seen], dim=-1), y[:, -1, 0]


class Ask(MultiHeadAttention):
    """The last token looks at the pairs; if ``shared``, all heads have head 0's V and O."""

    def __init__(self, h: int, d_head: int, shared: bool, g: Generator):
        super().__init__(Regression.d + 1, h, d_head, d_out=1, generator=g)
        self.user = [0] * h if shared else [*range(h)]

    def forward(self, x, mask=None, gate=None):
        pairs, asks = x[:, None, :-1], x[:, None, -1:]
        z, _ = attention(asks @ self.W_Q, pairs @ self.W_K, pairs @ self.W_V[self.user])
        return (z @ self.W_O[self.user]).sum(dim=1)[:, 0, 0]


def opposite() -> None:
    """Heads that regress in context: when do two of them become opposites?"""
    task, plan = Regression(), {"steps": 600, "batch": 16, "optimizer": adam(0.02)}
    x, y = task.sample(2000, fresh_generator(1))
    for h, width, shared in (1, 5, 0), (2, 5, 0), (3, 5, 0), (2, 2, 0), (2, 5, 1):
        run = train(partial(Ask, h, width, shared), task, seeds=SEEDS, **plan)
        loss = (run.predict(x) - y).square().mean(dim=1) / y.square().mean()
        W_Q, W_K, W_V, W_O = run.params.values()
        match = (W_Q @ W_K.mT)[..., :-1, :-1].diagonal(dim1=2, dim2=3).mean(dim=2) / width**0.5
        order = match.argsort(dim=1)[:, [0, -1]]
        write = (W_V @ W_O)[..., -1, 0][:, [0] * h if shared else [*range(h)]]
        match, write = match.gather(1, order), write.gather(1, order)  # least and greatest
        found = (match[:, 0] < -0.1) & (match[:, 1] > 0.1) & (write.prod(dim=1) < 0)
        middle = [f"{v:+.2f}" for v in [*match.median(dim=0)[0], *write.median(dim=0)[0]]]
        more = f"opposite {found.double().mean():.2f}, QK and OV {' '.join(middle)}"
        line(f"loss, {h} heads {width} wide{', shared V and O' * shared}", loss, more)


class Unequal(LookUps):
    """The second look-up's target is multiplied by ``weak``."""

    weak = 0.5

    def sample(self, n, generator):
        x, y = super().sample(n, generator)
        return x, y * torch.tensor([1.0, self.weak]).repeat_interleave(self.n_content)


def two_heads(size: float, g: Generator) -> MultiHeadAttention:
    layer = MultiHeadAttention(12, 2, 6, d_out=8, position_only=8, generator=g)
    for W in layer.parameters():
        W.data.mul_(size)
    return layer


def first(steps: Tensor, holds: Tensor) -> Tensor:
    """The first step at which something holds, (seed,); twice the last if it never does."""
    return steps[holds.int().argmax(dim=1)].where(holds.any(dim=1), 2 * steps[-1])


def stages() -> None:
    """One relation is stronger: which does each head take first, and when do they part?"""
    sgd = partial(torch.optim.SGD, lr=4.0)
    rows = [(weak, 0.1, adam(0.03), 300) for weak in (1.0, 0.7, 0.5, 0.35)]
    rows += [(0.5, size, adam(0.03), 300) for size in (0.01, 1.0)]
    rows += [(0.5, size, sgd, 600) for size in (0.1, 0.3, 1.0)]
    for weak, size, optimizer, last in rows:
        task = type("Task", (Unequal,), {"weak": weak})((1, 2))
        steps = torch.arange(0, last + 1, last // 50)
        plan = {"steps": last, "batch": 8, "checkpoints": steps.tolist()}
        run = train(partial(two_heads, size), task, seeds=SEEDS, optimizer=optimizer, **plan)
        x, y = task.sample(64, fresh_generator(1))
        out = torch.stack([run.predict(x, step=s) for s in run.checkpoints], dim=1)
        looks = torch.stack([run.each(mean_pattern, x, step=s) for s in run.checkpoints], dim=1)
        ahead = share_back(looks, 1) - share_back(looks, 2)  # (seed, step, head)
        strong, faint = (task.score(out[..., i : i + 4], y[..., i : i + 4]) > 0.8 for i in (0, 4))
        then = ahead[torch.arange(len(SEEDS)), strong.int().argmax(dim=1)]
        parted = (ahead[:, -1].amax(1) > 0.1) & (ahead[:, -1].amin(1) < -0.1)
        name = f"weak {weak}, start x {size}, {'SGD' if optimizer is sgd else 'Adam'}, step:"
        both = (then > 0.1).all(dim=1).double().mean()
        line(f"{name} strong", first(steps, strong), f"then both on the strong one {both:.2f}")
        line(f"{name} weak", first(steps, faint), f"parted {parted.double().mean():.2f}")


def cut(model: MultiHeadAttention, n: int) -> dict[str, Tensor]:
    """Keep only the n strongest directions of all heads' queries, and of their keys."""
    match = model.W_Q @ model.W_K.mT  # (head, d_model, d_model)
    ask, offer = (torch.linalg.svd(torch.cat([*m], 1))[0][:, :n] for m in (match, match.mT))
    return {"W_Q": ask @ (ask.mT @ model.W_Q), "W_K": offer @ (offer.mT @ model.W_K)}


class FewDirections(MultiHeadAttention):
    """All heads share ``n`` directions of queries and keys; each mixes them in its own way."""

    def __init__(self, task: LookUps, h: int, n: int, g: Generator):
        super().__init__(task.d_model, h, 6, d_out=task.d_out, generator=g)
        self.W_Q, self.W_K = (normal(self.d_model, self.d_model, n, generator=g) for _ in "QK")
        self.mix = normal(n, h, n, n, generator=g)

    def forward(self, x, mask=None, gate=None):
        x = x[:, None]
        keys = (x @ self.W_K).expand(-1, self.n_heads, -1, -1)
        z, _ = attention(x @ self.W_Q @ self.mix, keys, x @ self.W_V)
        return (z @ self.W_O).sum(dim=1)


def directions() -> None:
    """How many directions do the queries and keys of all heads use, and how few would do?"""
    task, plan = LookUps((1, 2, 3, 4)), {"steps": 300, "batch": 8}
    own = lambda g: MultiHeadAttention(12, 4, 6, d_out=16, generator=g)  # noqa: E731
    run = compare({"4 heads 6 wide": own}, task, **plan)
    x, y = task.sample(100, fresh_generator(1))
    for n in (2, 3, 5, 6, 7):
        predict = lambda m, x: torch.func.functional_call(m, cut(m, n), (x,))  # noqa: B023, E731
        line(f"then cut to {n} directions", task.score(run.each(predict, x), y))
    for n in (1, 2, 3):
        compare({f"{n} shared directions": partial(FewDirections, task, 4, n)}, task, **plan)


class Drawn(MultiHeadAttention):
    """One head with queries and keys ``width`` wide, and a map to draw: equal shares of targets."""

    def __init__(self, n: int, width: int, targets: int, g: Generator):
        super().__init__(1 + n, 1, n, d_out=1, position_only=n, generator=g)
        self.register_buffer("used", (torch.arange(n) < width) * (n / width) ** 0.25)
        order = torch.rand(n, n, generator=g).argsort(dim=1)
        one = one_hot(order[0], n)  # another target for each row
        some = {1: one, n - 1: 1 - one}.get(targets, one_hot(order[:, :targets], n).sum(dim=1))
        self.register_buffer("target", some / targets)

    def pattern(self) -> Tensor:
        q, k = self.W_Q[0] * self.used, self.W_K[0] * self.used
        return (q @ k.T / self.d_head**0.5).softmax(dim=-1)

    def forward(self, x, mask=None, gate=None):
        return self.pattern() @ (x @ self.W_V[0]) @ self.W_O[0]


def rank() -> None:
    """Which patterns of 8 tokens can a head with narrow queries and keys draw?"""
    cases = [(k, w) for k in (1, 2, 4, 7) for w in range(1, 8)]
    starts = {f"{k} of 8 alike, q and k {w} wide": partial(Drawn, 8, w, k) for k, w in cases}
    plan = {"steps": 400, "batch": 16, "loss": lambda m, x, y: squared_error(m(x), m.target @ y)}
    run = train_starts([*starts.values()], LookUps((0,), 8, 1), seeds=SEEDS, **plan)
    drawn, to = run.each(lambda m, _: (m.pattern(), m.target), torch.zeros(1))
    found = 1 - (drawn - to).square().sum((1, 2)) / (1 / 8 - to).square().sum((1, 2))  # flat: 0
    for name, each in zip(starts, found.view(len(starts), -1), strict=True):
        line(name, each)


def main() -> None:
    for point in private, depth, opposite, stages, directions, rank:
        if len(sys.argv) == 1 or point.__name__ in sys.argv:
            print(f"{point.__name__}, seed set {SEED_SET}: {point.__doc__}")
            begin = time.process_time()
            point()
            print(f"  {time.process_time() - begin:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
