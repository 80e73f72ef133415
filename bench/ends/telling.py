"""Which matrices tell a head's role. Part of bench/where_it_ends.py."""

from functools import partial

import torch
from multihead import heads
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Tensor

from bench.ends import End, adam, paper

SAID = "So compare patterns, or what is written."
LINK = "ch07-auc"
TASK = LookUps((1, 2))
MEASURES = {
    "W_Q W_Kᵀ": lambda W: heads.matching_matrix_cosine(W["W_Q"], W["W_K"]),
    "the space of W_O": lambda W: heads.subspace_overlap(W["W_O"].mT),
    "raw W_Q": lambda W: heads.output_cosine(W["W_Q"].flatten(1)[None, :, None]),
}


def auc(measure: str, d_head: int = 6, rate: float = 0.03, steps: int = 200) -> Tensor:
    """Return for each of 40 seeds how often a measure finds heads of the same role more alike."""
    plan = {"steps": steps, "batch": 8, "optimizer": adam(rate)}
    run = train(paper(TASK, 2, d_head), TASK, seeds=range(40), **plan)
    pattern = run.each(heads.mean_pattern, TASK.sample(64, fresh_generator())[0]).flatten(0, 1)
    role = heads.share_back(pattern, 1) > heads.share_back(pattern, 2)
    table = MEASURES[measure]({name: W.flatten(0, 1) for name, W in run.params.items()})
    of_head = torch.stack([among_others(table[i], role, i) for i in range(80)])
    return of_head.view(40, 2).mean(dim=1)


def among_others(row: Tensor, role: Tensor, i: int) -> Tensor:
    others = torch.arange(len(role)) // 2 != i // 2
    same, other = row[others & (role == role[i])], row[others & (role != role[i])]
    return (same[:, None] > other).float().mean()


SETTINGS = {
    "6 wide, as in the chapter": {},
    "3 wide": {"d_head": 3},
    "8 wide, as wide as the output": {"d_head": 8},
    "a third of the rate, three times the steps": {"rate": 0.01, "steps": 600},
}
ENDS = [
    End(SAID, LINK, name, f"AUC of {measure}", partial(auc, measure, **setting))
    for name, setting in SETTINGS.items()
    for measure in MEASURES
]
