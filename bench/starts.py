"""Do two equal heads stay equal to the last bit for 4000 steps?

    .venv/bin/python bench/starts.py            # about 4 minutes

Chapter 05 shows it for 200 steps, to stay under a minute. Here there are 20 seeds of the two
look-ups, batches of 8 fresh examples, three optimisers and one thread. Each head is a separate
module, so that both run the same instructions. The table shows, after 400 and 4000 steps, the
largest difference between a weight of one head and the same weight of the other, and R².
"""

import copy
import os
from functools import partial

os.environ |= {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}

import torch
from multihead.attention import MultiHeadAttention
from multihead.tasks import LookUps
from multihead.train import distance, train

SEEDS, STEPS = range(20), (400, 4000)
OPTIMISERS = {
    "SGD, 0.5": partial(torch.optim.SGD, lr=0.5),
    "Adam, 0.03": partial(torch.optim.Adam, lr=0.03, fused=True),
    "AdamW, 0.03, decay 0.1": partial(torch.optim.AdamW, lr=0.03, weight_decay=0.1, fused=True),
}


class Two(torch.nn.Module):
    """Two layers of one head each, equal at the start; the output is their sum."""

    def __init__(self, generator: torch.Generator):
        super().__init__()
        head = MultiHeadAttention(12, 1, 6, d_out=8, generator=generator)
        self.parts = torch.nn.ModuleList([head, copy.deepcopy(head)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.parts[0](x) + self.parts[1](x)


def main() -> None:
    task = LookUps((1, 2))
    x, y = task.sample(512, torch.Generator().manual_seed(1_000_000))
    print(f"{'optimiser':24} {'steps':>5}  {'distance':>8}  R², lowest and highest of 20 seeds")
    for name, optimiser in OPTIMISERS.items():
        run = train(
            Two,
            task,
            seeds=SEEDS,
            steps=max(STEPS),
            batch=8,
            optimizer=optimiser,
            checkpoints=STEPS,
        )
        for step in STEPS:
            r2 = task.score(run.predict(x, step=step), y)
            far = distance(run.checkpoints[step]).max()
            print(f"{name:24} {step:5}  {far:8.1g}  {r2.min():.3f} to {r2.max():.3f}", flush=True)


if __name__ == "__main__":
    main()
