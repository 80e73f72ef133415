"""Rules of the plain layer where heads have gates, sinks, scales or biases of their own.

Part of bench/where_it_ends.py. By hand: chapter 16 trains some of these layers, a class each; here
they can be combined, and no setting makes them.

Each is simplified from what it is named after. A gate is a sigmoid of the token, one number or one
for each number of the head (Qiu et al., 2025); a sink is a logit in each row's softmax that no
token has (OpenAI, 2025). Slopes are those of Press et al. (2022), with distances counted back round
the ring and no mask. The norm is that of Henry et al. (2020). The difference of two patterns is
that of Ye et al. (2025) without its norm, and with a factor that starts anywhere. The rotation is
that of Su et al. (2021), with periods of the ring: queries and keys are one vector each, turned by
the position.
"""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from multihead import heads
from multihead.attention import HeadOutputs, PositionOnlyAttention, gated, normal
from multihead.tasks import LookUps
from multihead.train import Run, fresh_generator, train
from torch import Generator, Tensor, nn
from torch.nn.functional import normalize

from bench.ends import End, adam, owning, removal, scored

TASK = LookUps((1, 2))
PLAN = {"steps": 600, "batch": 16}
R2 = "R²"


class Layer(PositionOnlyAttention):
    """Heads with numbers of their own beside four matrices; ``parts`` names them.

    Heads may share matrices, e.g. ``shared="QK"``. Scores see the positions only.
    """

    def __init__(
        self,
        g: Generator,
        task: LookUps = TASK,
        n_heads: int = 2,
        d_head: int = 8,
        *,
        parts: tuple[str, ...] = (),
        shared: str = "",
        slopes: tuple[float, ...] = (),
        alike: bool = False,
    ):
        sizes = {"d_out": task.d_out, "n_place": task.n_pos}
        super().__init__(task.d_model, n_heads, d_head, **sizes, generator=g)
        self.parts, self.shared = frozenset(parts), shared
        wide, narrow = (task.d_model, d_head), (task.d_model, 1)
        shapes = {
            "value gate": wide,
            "output gate": wide,
            "value gate, one a head": narrow,
            "output gate, one a head": narrow,
            "constant": (1, d_head),
            "scale": (1, 1),
            "sink": (1, 1),
            "distances": (1, task.n_pos),
            "norm": (1, 1),
            "query": (1, d_head),
            "key": (1, d_head),
            "second queries": (task.n_pos, d_head),
            "second keys": (task.n_pos, d_head),
            "second share": (1, 1),
        }
        own = self.parts & {*shapes}
        if "differential" in self.parts:
            own |= {"second queries", "second keys", "second share"}
        if "rotary" in self.parts:
            own |= {"query", "key"}
        self.own = nn.ParameterDict(
            {
                name: normal(shapes[name][0], n_heads, *shapes[name], generator=g)
                for name in sorted(own)
            }
        )
        place = torch.arange(task.n_pos)
        self.register_buffer("back", (place[:, None] - place) % task.n_pos)
        self.register_buffer("slopes", torch.tensor(slopes or [0.0] * n_heads)[:, None, None])
        if alike:
            for W in self.parameters():
                W.data[:] = W.data[:1]

    def of_all(self, name: str) -> Tensor:
        """Return a matrix for each head; the first head's if they share it."""
        W = getattr(self, f"W_{name}")
        return W[:1].expand_as(W) if name in self.shared else W

    def heads(self, x: Tensor, mask: Tensor | None = None) -> HeadOutputs:
        x, own = x.unsqueeze(-3), self.own  # an axis for the heads
        place = x[..., -self.n_place :]
        q, k, v = place @ self.of_all("Q"), place @ self.of_all("K"), x @ self.of_all("V")
        if "rotary" in self.parts:  # the same for all tokens, but for the rotation
            q, k = (self.rotated(own[name].expand_as(q)) for name in ("query", "key"))
        if "norm" in self.parts:
            largest = math.log2(self.n_place**2 - self.n_place) + own["norm"]
            scores = largest * normalize(q, dim=-1) @ normalize(k, dim=-1).mT
        else:
            scores = q @ k.mT / math.sqrt(self.d_head)  # (batch, head, query, key)
        if "scale" in self.parts:
            scores = scores * (1 + own["scale"])
        if "distances" in self.parts:
            scores = scores + own["distances"][:, 0, self.back]
        scores = scores - self.slopes * self.back
        if "sink" in self.parts:
            sink = own["sink"].expand_as(scores)[..., :1]
            pattern = torch.cat([scores, sink], dim=-1).softmax(dim=-1)[..., :-1]
        else:
            pattern = scores.softmax(dim=-1)
        if "differential" in self.parts:
            second = (place @ own["second queries"]) @ (place @ own["second keys"]).mT
            pattern = pattern - own["second share"] * (second / math.sqrt(self.d_head)).softmax(-1)
        for gate in ("value gate", "value gate, one a head"):
            if gate in self.parts:
                v = v * (x @ own[gate]).sigmoid()
        z = pattern @ v
        for gate in ("output gate", "output gate, one a head"):
            if gate in self.parts:
                z = z * (x @ own[gate]).sigmoid()
        if "constant" in self.parts:
            z = z * own["constant"]
        return HeadOutputs(z, pattern)

    def rotated(self, u: Tensor) -> Tensor:
        """Turn each pair of numbers by an angle that grows with the position."""
        half = self.d_head // 2
        turns = 2 * math.pi * torch.arange(1, half + 1) / self.n_place
        angle = torch.arange(self.n_place)[:, None] * turns
        a, b = u[..., :half], u[..., half:]
        return torch.cat(
            [a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], dim=-1
        )

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        return (self.heads(x).z @ self.of_all("O")).sum(
            dim=-3
        )  # head by head: equal heads get equal gradients


class Idle(LookUps):
    """Two look-ups, but every second position is to answer 0."""

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        x, y = super().sample(n, g)
        works = torch.arange(self.n_pos) % 2
        return x, y * works[:, None]


class Difference(LookUps):
    """The first look-up minus the second."""

    @property
    def d_out(self) -> int:
        return self.n_content

    def sample(self, n: int, g: Generator) -> tuple[Tensor, Tensor]:
        x, y = super().sample(n, g)
        first, second = y.chunk(2, dim=-1)
        return x, (first - second) / 2**0.5


def trained(make: Any, task: LookUps = TASK, seeds: int = 20) -> Run:
    return train(make, task, seeds=range(seeds), optimizer=adam(0.03), **PLAN)


def r2(task: LookUps, n_heads: int, d_head: int = 8, **kind: Any) -> Tensor:
    return scored(task, partial(Layer, task=task, n_heads=n_heads, d_head=d_head, **kind), **PLAN)


def one_back_by_head_0(slopes: tuple[float, ...]) -> Tensor:
    """Say for each seed whether head 0 looks more one back than head 1."""
    run = trained(partial(Layer, slopes=slopes), seeds=40)
    x, _ = TASK.sample(64, fresh_generator())
    first, second = heads.share_back(run.each(heads.mean_pattern, x), 1).unbind(dim=1)
    return (first > second).float()


def divided(parts: tuple[str, ...]) -> Tensor:
    """Say for each seed whether the removals of two heads hurt two different jobs most."""
    run = trained(partial(Layer, parts=parts), seeds=40)
    x, y = TASK.sample(64, fresh_generator(1))

    def worst_job(model: Layer, x: Tensor, y: Tensor) -> Tensor:
        gates = 1 - torch.eye(2)
        errors = torch.stack([(gated(model, gate, x) - y).square() for gate in gates])
        return errors.unflatten(-1, (2, -1)).mean(dim=(1, 2, 4)).argmax(dim=1)  # (head off,)

    first, second = run.each(worst_job, x, y).unbind(dim=1)
    return (first != second).float()


def cost_over_size(parts: tuple[str, ...]) -> Tensor:
    run = trained(partial(Layer, n_heads=8, d_head=6, parts=parts))
    x, y = TASK.sample(64, fresh_generator())
    cost = run.each(partial(heads.ablation, TASK.loss), x, y).sum(dim=1)
    return cost / heads.mean_square(run.each(heads.written, x)).sum(dim=1)


def cost_over_size_where(first: int, parts: tuple[str, ...]) -> Tensor:
    """Return total cost over total size at every second position, from the first of them on."""
    task = Idle((1, 2))
    run = trained(partial(Layer, n_heads=2, parts=parts), task)
    x, y = task.sample(300, fresh_generator())

    def here(prediction: Tensor, target: Tensor) -> Tensor:
        return task.loss(prediction[:, first::2], target[:, first::2])

    cost = run.each(partial(heads.ablation, here), x, y).sum(dim=1)
    writes = run.each(heads.written, x)[..., first::2, :]
    return cost / heads.mean_square(writes).sum(dim=1)


def still_equal(parts: tuple[str, ...]) -> Tensor:
    """Say for each seed whether two heads that start alike end alike, to the last bit."""
    run = trained(partial(Layer, parts=parts, alike=True))
    matrices = [run.params[name] for name, _ in run.model.named_parameters()]
    of_heads = torch.cat([W.flatten(2) for W in matrices], dim=2)  # (seed, head, number)
    return (of_heads[:, 0] == of_heads[:, 1]).all(dim=1).float()


BOTH = ("value gate", "output gate")
PARTS = {
    "a gate on the values": ("value gate",),
    "a gate on the output": ("output gate",),
    "a gate on the values, one number a head": ("value gate, one a head",),
    "a gate on the output, one number a head": ("output gate, one a head",),
    "both gates": BOTH,
    "a sink logit": ("sink",),
    "a bias by distance": ("distances",),
    "queries and keys of length 1": ("norm",),
    "positions by rotation": ("rotary",),
    "differences of two patterns": ("differential",),
}


def ends() -> Iterator[End]:
    """Yield the rows of each sentence, in the order of chapters."""
    said = (
        "For example, a single head whose value vectors are multiplied by gates (factors between 0 "
        "and 1 that a sigmoid computes from the token) still reaches an R² of one half at most."
    )
    one_head = {
        "one head 16 wide, as in the chapter": (),
        "a gate on its values": ("value gate",),
        "a gate on its output": ("output gate",),
        "both gates, so neither is linear": BOTH,
        "both gates, one number each": ("value gate, one a head", "output gate, one a head"),
    }
    for setting, parts in one_head.items():
        yield End(said, "ch02-honest", setting, R2, partial(r2, TASK, 1, 16, parts=parts))

    said = (
        "An optimiser with one rule for both heads takes identical steps, so the heads are still "
        "identical after this step and every later one."
    )
    for setting, parts in PARTS.items():
        equal = partial(still_equal, parts)
        yield End(said, "ch05-symmetry", setting, "equal to the last bit", equal)

    said = (
        "The two heads hardly ever end with the same look-up, and in about half of the seeds head "
        "0 takes t-1."
    )
    slopes = {
        "slopes 1/16 and 1/256": (1 / 16, 1 / 256),
        "slopes 1/2 and 1/4": (1 / 2, 1 / 4),
        "slopes 1/2 and 1/256": (1 / 2, 1 / 256),
    }
    for setting, pair in slopes.items():
        first = partial(one_back_by_head_0, pair)
        yield End(
            said,
            "ch06-roles",
            f"scores minus distance: {setting}",
            "head 0 looks more at t−1",
            first,
        )
    what = "each head's removal hurts another job most"
    for setting, parts in PARTS.items():
        yield End(said, "ch06-roles", setting, what, partial(divided, parts))

    for setting, parts in PARTS.items():
        ratio = partial(cost_over_size, parts)
        yield End(removal.SAID, removal.LINK, setting, removal.WHAT, ratio)

    said = (
        "In a task where every second position had to output 0, ablating a head helped at those "
        "positions in the median seed."
    )
    for setting, parts, what, first in (
        ("plain heads", (), "where the answer is 0", 0),
        ("plain heads", (), "at the other positions", 1),
        ("heads with a sink logit", ("sink",), "at the other positions", 1),
    ):
        ratio = partial(cost_over_size_where, first, parts)
        yield End(said, "ch09-dropout", setting, f"{removal.WHAT} {what}", ratio)

    one_a_head = ("value gate, one a head",), ("output gate, one a head",)
    shared = {
        "share W_Q and W_K; own: nothing": ("QK", ()),
        "share W_Q and W_K; own: a scale of the scores": ("QK", ("scale",)),
        "share W_Q and W_K; own: a bias by distance": ("QK", ("distances",)),
        "share W_Q and W_K; own: a sink logit": ("QK", ("sink",)),
        "share W_Q and W_K; own: a gate on the values": ("QK", ("value gate",)),
        "share W_Q and W_K; own: a gate on the output": ("QK", ("output gate",)),
        "share W_V and W_O; own: nothing": ("VO", ()),
        "share W_V and W_O; own: a scale of the scores": ("VO", ("scale",)),
        "share W_V and W_O; own: a gate on the values, one number": ("VO", one_a_head[0]),
        "share W_V and W_O; own: a gate on the output, one number": ("VO", one_a_head[1]),
        "share W_V and W_O; own: a gate on the values": ("VO", ("value gate",)),
        "share W_V and W_O; own: a gate on the output": ("VO", ("output gate",)),
        "share W_V and W_O; own: a learned factor for each number": ("VO", ("constant",)),
    }
    for setting, (matrices, parts) in shared.items():
        found = partial(r2, TASK, 2, shared=matrices, parts=parts)
        yield End(owning.SAID, owning.LINK, setting, R2, found)

    said = (
        "To subtract, a layer of plain attention heads needs two heads of opposite sign, each with "
        "a W_V or W_O of its own (chapter 13)."
    )
    found = partial(r2, Difference(), 1, parts=("differential",))
    yield End(said, "ch14-opposite", "one head, a difference of two patterns", R2, found)

    said = (
        "The attention weights of a plain softmax sum to 1, so a head must attend to something "
        "even where it finds nothing to copy."
    )
    idle = {
        "four plain heads, every second position is to answer 0": (),
        "four heads with a sink logit": ("sink",),
        "four heads with a gate on the output, one number a head": ("output gate, one a head",),
        "four heads with differences of two patterns": ("differential",),
    }
    for setting, parts in idle.items():
        yield End(said, "ch18-sink", setting, R2, partial(r2, Idle(), 4, parts=parts))


ENDS = [*ends()]
