"""How far two nearly equal heads part in 600 steps. Part of bench/where_it_ends.py.

By hand: chapter 05 has no pair of nearly equal heads with one job.
"""

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
    "The heads with the smallest nudge diverge about 85 steps after those with the largest, "
    "because the distance grows exponentially, at the same rate for every nudge (the parallel "
    "lines in Figure S1.3)."
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


def grown(offsets: tuple[int, ...]) -> Tensor:
    """Return for each seed by how many powers of ten the distance of two heads grew."""
    plan = {"steps": 600, "checkpoints": (0,), "batch": 8, "optimizer": adam(0.03)}
    task = LookUps(offsets)
    with float64():
        run = train(partial(nearly_equal, task.d_out), task, seeds=SEEDS, **plan)
    return (apart(run.params) / apart(run.checkpoints[0])).log10()


def apart(params: dict[str, Tensor]) -> Tensor:
    """Return the largest difference between the weights of the two heads, (seed,)."""
    gaps = [(W[:, 0] - W[:, 1]).abs().flatten(1).amax(dim=1) for W in params.values()]
    return torch.stack(gaps).amax(dim=0)


SETTINGS = {"two heads with two jobs": (1, 2), "two heads with one job": (1,)}
ENDS = [
    End(SAID, LINK, name, "powers of ten in 600 steps", partial(grown, offsets))
    for name, offsets in SETTINGS.items()
]
