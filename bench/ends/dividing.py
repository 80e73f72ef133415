"""Whether a layer that has learned all jobs has divided them. Part of bench/where_it_ends.py.

By hand: chapter 07 trains no more than two heads.
"""

from functools import partial

import torch
from multihead.heads import mean_pattern, share_back
from multihead.tasks import LookUps
from multihead.train import fresh_generator, train
from torch import Tensor

from bench.ends import End, adam, paper, scored

SAID = (
    "The two heads hardly ever end with the same look-up, and in about half of the seeds head 0 "
    "takes t-1."
)
LINK = "ch06-roles"
PLAN = {"steps": 400, "batch": 16, "seeds": range(40)}


def task(n: int) -> LookUps:
    return LookUps(tuple(range(1, n + 1)))


def divided(n: int) -> Tensor:
    """Say for each seed whether the tokens at which n heads look most are n different ones."""
    run = train(paper(task(n), n, 6), task(n), optimizer=adam(0.03), **PLAN)
    pattern = run.each(mean_pattern, task(n).sample(64, fresh_generator())[0])
    looks = torch.stack([share_back(pattern, back) for back in range(1, n + 1)], dim=-1)
    job = looks.argmax(dim=-1)  # (seed, head)
    return (job.sort(dim=1).values == torch.arange(n)).all(dim=1).float()


def learned(n: int) -> Tensor:
    return scored(task(n), paper(task(n), n, 6), **PLAN)


ENDS = [
    end
    for n in (3, 4, 6)
    for end in (
        End(SAID, LINK, f"{n} heads, {n} jobs", "a job for each head", partial(divided, n)),
        End(SAID, LINK, f"{n} heads, {n} jobs", "R²", partial(learned, n)),
    )
]
