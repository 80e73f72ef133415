"""Which head gets which job: the start, or the data? Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead.heads import mean_pattern, share_back
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Tensor

from bench.ends import End, adam, paper

TASK = LookUps((1, 2))
SAID = (
    "In about half, and here mostly the start decides: with other data, the roles are the same "
    "again in about four of five seeds."
)
LINK = "ch05-roles"


def same_roles(start: float = 1.0, rate: float = 0.03, batch: int = 8, steps: int = 80) -> Tensor:
    """Say for each of 100 starts whether head 0 does the same job on other data."""

    def smaller(g: torch.Generator) -> torch.nn.Module:
        layer = paper(TASK, 2)(g)
        with torch.no_grad():
            for weights in layer.parameters():
                weights *= start
        return layer

    def takes_one_back(data: range) -> Tensor:
        plan = {"steps": steps, "batch": batch, "optimizer": adam(rate)}
        run = train(smaller, TASK, seeds=range(100), data_seeds=data, **plan)
        head_0 = run.each(mean_pattern, TASK.sample(64, fresh_generator())[0])[:, 0]
        return share_back(head_0, 1) > share_back(head_0, 2)

    return (takes_one_back(range(100)) == takes_one_back(range(1000, 1100))).float()


SETTINGS = {
    "as in the chapter": {},
    "start × 0.1, 240 steps": {"start": 0.1, "steps": 240},
    "batches of 1": {"batch": 1},
    "rate 0.1": {"rate": 0.1},
    "rate 0.003, 800 steps": {"rate": 0.003, "steps": 800},
}
ENDS = [
    End(SAID, LINK, name, "same roles on other data", partial(same_roles, **setting))
    for name, setting in SETTINGS.items()
]
