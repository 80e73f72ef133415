"""How fast two nearly equal heads part. Part of bench/where_it_ends.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import train
from torch import Generator, Tensor, nn

from bench.ends import SEEDS, End, adam

SAID = (
    "For the smallest nudge, from a distance of 1e-8 to 1e-2, each factor of ten takes about ten "
    "steps."
)
LINK = "ch05-saddle"
NUDGE = 1e-12


@contextmanager
def float64() -> Iterator[None]:
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(torch.float32)


def nearly_equal(d_out: int, g: Generator) -> nn.Module:
    layer = MultiHeadAttention(12, 2, 6, d_out=d_out, generator=g)
    with torch.no_grad():
        for weights in layer.parameters():
            weights[1] = weights[0] + NUDGE * torch.randn(weights[0].shape, generator=g)
    return layer


def distances(offsets: tuple[int, ...], rate: float, last: int) -> Tensor:
    """Return the distance of the two heads at every fifth step, (seed, record)."""
    steps = [*range(0, last + 1, 5)]
    plan = {"steps": last, "checkpoints": steps, "batch": 8, "optimizer": adam(rate)}
    task = LookUps(offsets)
    with float64():
        run = train(partial(nearly_equal, task.d_out), task, seeds=SEEDS, **plan)
    return torch.stack([apart(run.checkpoints[step]) for step in steps], dim=1)


def steps_for_ten(rate: float, last: int) -> Tensor:
    """Return the steps that each factor of ten takes between the distances 1e-8 and 1e-2."""
    far = distances((1, 2), rate, last)
    low, high = ((far > level).int().argmax(dim=1) for level in (1e-8, 1e-2))
    return 5 * (high - low) / 6


def grown(offsets: tuple[int, ...], last: int = 600) -> Tensor:
    far = distances(offsets, 0.03, last)
    return (far[:, -1] / far[:, 0]).log10()


def apart(params: dict[str, Tensor]) -> Tensor:
    """Return the largest difference between the weights of the two heads, (seed,)."""
    gaps = [(W[:, 0] - W[:, 1]).abs().flatten(1).amax(dim=1) for W in params.values()]
    return torch.stack(gaps).amax(dim=0)


TEN, TIMES = "steps for ten times the distance", "powers of ten in 600 steps"
ENDS = [
    End(SAID, LINK, "as in the chapter", TEN, partial(steps_for_ten, 0.03, 220)),
    End(SAID, LINK, "a third of the rate", TEN, partial(steps_for_ten, 0.01, 600)),
    End(SAID, LINK, "a tenth of the rate", TEN, partial(steps_for_ten, 0.003, 1500)),
    End(SAID, LINK, "two heads with two jobs", TIMES, partial(grown, (1, 2))),
    End(SAID, LINK, "two heads with one job", TIMES, partial(grown, (1,))),
]
