"""Whether two of eight heads on one job are copies. Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead import heads
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Tensor

from bench.ends import End, adam, paper

TASK = LookUps((1, 2))
SAID = (
    "Between 0.1 and 0.3 in the median seed: more alike than heads on two jobs, and yet mostly no "
    "copies at this learning rate (Figure 10.3)."
)
LINK = "ch10-alike"


def copies(rate: float, works: float = 0.02, bits: float = 0.1) -> Tensor:
    """Say for each seed with two working heads on one job whether these are copies on average."""
    plan = {"steps": 200, "batch": 4, "optimizer": adam(rate)}
    run = train(paper(TASK, 8, 6), TASK, seeds=range(64), **plan)
    x, y = TASK.sample(64, fresh_generator())
    x = x[:32]
    working = heads.mean_square(run.each(heads.written, x)) > works * y.var(correction=0)
    pattern = run.each(heads.mean_pattern, x)
    job = heads.share_back(pattern, 2) > heads.share_back(pattern, 1)
    alike = job[:, :, None] == job[:, None, :]
    pairs = (working[:, :, None] & working[:, None, :] & alike).triu(1)
    apart = heads.pattern_js(run.each(lambda m, x: m.heads(x).pattern, x))
    mean = (torch.nan_to_num(apart) * pairs).sum(dim=(1, 2)) / pairs.sum(dim=(1, 2))
    return (mean[mean.isfinite()] < bits).float()


SETTINGS = {
    "rate 0.01": {"rate": 0.01},
    "rate 0.03, as in the chapter": {"rate": 0.03},
    "rate 0.06": {"rate": 0.06},
    "rate 0.1": {"rate": 0.1},
    "rate 0.03, copies up to 0.3 bits apart": {"rate": 0.03, "bits": 0.3},
}
ENDS = [
    End(SAID, LINK, name, "seeds whose pairs are copies", partial(copies, **setting))
    for name, setting in SETTINGS.items()
]
