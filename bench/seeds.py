"""Time the seed engine against a plain loop over seeds.

Backs: many seeds are one call, and cost little beside steps written by hand (README.md).

    .venv/bin/python bench/seeds.py            # about 3 minutes
    .venv/bin/python bench/seeds.py --quick    # about 1 minute, rougher

All times include making the models, drawing the data, forward, backward and Adam. "By hand" is the
step of `train`, to the bit, with the seed axis written out instead of vmap. Times are CPU seconds
of this process, which has one thread. Each is the best of several rounds; the variants take turns,
so that a busy machine slows all of them. The bound is the FLOPs of the matrix products in forward
and backward, divided by the speed of one large matrix product on this machine.
"""

import argparse
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from unittest.mock import patch

os.environ |= {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}

import torch
from multihead.attention import MultiHeadAttention
from multihead.model import TokenModel
from multihead.tasks import DiscreteLookUps, LookUps
from multihead.train import Run, padding, train
from multihead.train.data import EXAMPLES_A_DRAW, batches, start_generator
from multihead.train.engine import ADAM
from multihead.train.padding import spare_width
from multihead.train.run import Params, over_seeds
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

SEEDS = (1, 8, 32, 128)
BY_HAND = "by hand, S = 128"


class Textbook(nn.Module):
    """Multi-head attention as in textbooks: three fused matrices and one W_O."""

    def __init__(self, d_model: int, d_out: int, n_heads: int):
        super().__init__()
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out = nn.Linear(d_model, d_out, bias=False)

    def forward(self, x):
        n, t, d = x.shape
        q, k, v = self.qkv(x).view(n, t, 3, self.n_heads, -1).permute(2, 0, 3, 1, 4)
        pattern = (q @ k.mT / math.sqrt(q.shape[-1])).softmax(-1)
        return self.out((pattern @ v).transpose(1, 2).reshape(n, t, d))


class TextbookTokens(nn.Module):
    """Textbook attention between an embedding and logits, with a skip path."""

    def __init__(self, n_symbols: int, n_pos: int, d_out: int, d_model: int, n_heads: int):
        super().__init__()
        self.token, self.place = nn.Embedding(n_symbols, d_model), nn.Embedding(n_pos, d_model)
        self.attention = Textbook(d_model, d_model, n_heads)
        self.logits = nn.Linear(d_model, d_out, bias=False)

    def forward(self, tokens):
        x = self.token(tokens) + self.place.weight
        return self.logits(x + self.attention(x))


@dataclass
class Case:
    name: str
    task: object
    batch: int
    ours: Callable
    textbook: Callable
    loss: Callable


def token_loss(prediction, target):
    return F.cross_entropy(prediction.unflatten(-1, (2, -1)).flatten(0, 2), target.flatten())


def cases() -> list[Case]:
    pair, words = LookUps(), DiscreteLookUps((1, 5), n_pos=16, n_symbols=24)
    small = [
        Case(
            f"two look-ups, batch {batch}",
            pair,
            batch,
            lambda g: MultiHeadAttention(12, 2, d_out=8, generator=g),
            lambda: Textbook(12, 8, 2),
            F.mse_loss,
        )
        for batch in (4, 32)
    ]
    large = Case(
        "chapter 11: 16 tokens, d_model 32, 4 heads, batch 64",
        words,
        64,
        lambda g: TokenModel(24, 16, 48, d_model=32, n_heads=4, generator=g),
        lambda: TextbookTokens(24, 16, 48, 32, 4),
        token_loss,
    )
    return [*small, large]


def loop(case: Case, make: Callable, seeds: int, steps: int) -> None:
    """Train one seed after another."""
    for seed in range(seeds):
        torch.manual_seed(seed)
        generator = torch.Generator().manual_seed(seed)
        model = make()
        adam = torch.optim.Adam(model.parameters(), lr=0.03)
        for _ in range(steps):
            x, y = case.task.sample(case.batch, generator)
            loss = case.loss(model(x), y)
            adam.zero_grad()
            loss.backward()
            adam.step()


def by_hand(case: Case, seeds: int, steps: int) -> Params:
    """Take the steps of `train` with the seed axis written out instead of vmap; look-ups only."""
    starts = [case.ours(start_generator(s)).state_dict() for s in range(seeds)]
    params = {k: torch.stack([s[k] for s in starts]).requires_grad_() for k in starts[0]}
    adam = ADAM(list(params.values()))
    data = batches(case.task, range(seeds), case.batch)
    d_head = params["W_Q"].shape[-1]
    spare = spare_width(case.task.n_pos, d_head)
    for _ in range(steps):
        x, y = next(data)
        matrices = params["W_Q"] / math.sqrt(d_head), params["W_K"], params["W_V"]
        padded = [F.pad(W, (0, spare)) for W in matrices]
        q, k, v = (torch.einsum("sbtd,shdk->sbhtk", x, W) for W in padded)
        pattern = (q @ k.mT).softmax(-1)
        W_O = F.pad(params["W_O"], (0, 0, 0, spare))
        answer = torch.einsum("sbhtk,shko->sbto", pattern @ v, W_O)
        loss = (answer - y).square().mean((1, 2, 3)).sum()
        adam.zero_grad()
        loss.backward()
        adam.step()
    return params


def check_by_hand(case: Case, seeds: int = 8, steps: int = 4) -> None:
    """Refuse to compare `train` with other steps than its own."""
    ours, hand = engine_run(case, seeds)(steps).params, by_hand(case, seeds, steps)
    if not all(torch.equal(ours[name], hand[name]) for name in ours):
        raise RuntimeError(f"{case.name}: by hand comes to other parameters than train")


def cpu_seconds(work: Callable[[], None]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def flops_of_a_step(case: Case) -> int:
    """Matrix products of one seed's forward and backward."""
    model = case.textbook()
    x, y = case.task.sample(case.batch, torch.Generator())
    with FlopCounterMode(display=False) as counter:
        case.loss(model(x), y).backward()
    return counter.get_total_flops()


def matmul_rate() -> float:
    """FLOPs a second of a large float32 matrix product, one thread."""
    a = torch.randn(1024, 1024)
    return 2 * 1024**3 / min(cpu_seconds(lambda: a @ a) for _ in range(20))


def measure(case: Case, rounds: int, budget: int) -> dict[str, float]:
    """Best CPU seconds a seed-step of every contestant."""
    draw = max(1, EXAMPLES_A_DRAW // case.batch)  # whole draws, or data are drawn and not used
    steps = {s: math.ceil(max(32, budget // (s * case.batch)) / draw) * draw for s in SEEDS}
    work = {
        "loop, textbook module": (lambda n: loop(case, case.textbook, 1, n), 1),
        "loop, our module": (lambda n: loop(case, lambda: case.ours(None), 1, n), 1),
        **{f"train, S = {s}": (engine_run(case, s), s) for s in SEEDS},
    }
    if isinstance(case.task, LookUps):
        check_by_hand(case)
        work[BY_HAND] = (lambda n: by_hand(case, 128, n), 128)
    best = dict.fromkeys(work, math.inf)
    for _ in range(rounds):
        for name, (run, seeds) in work.items():
            n = steps[seeds]
            best[name] = min(best[name], cpu_seconds(lambda: run(n)) / (n * seeds))  # noqa: B023
    return best


def engine_run(case: Case, seeds: int) -> Callable[[int], Run]:
    return lambda n: train(case.ours, case.task, seeds=range(seeds), steps=n, batch=case.batch)


def parts(case: Case, seeds: int = 128) -> dict[str, float]:
    """Where a step of 128 seeds goes: seconds a seed-step."""
    starts = [dict(case.ours(start_generator(s)).named_parameters()) for s in range(seeds)]
    params = {k: torch.stack([s[k].detach() for s in starts]).requires_grad_() for k in starts[0]}
    losses_of = over_seeds(lambda m, x, y: case.task.loss(m(x), y), case.ours(None))
    data, adam = batches(case.task, range(seeds), case.batch), torch.optim.Adam(params.values())
    draws = max(1, 512 // case.batch)
    spent = dict.fromkeys(("data", "forward", "backward", "Adam"), 0.0)
    for step in range(2 * draws):
        if step == draws:
            spent = dict.fromkeys(spent, 0.0)  # the first round warms up
        clock = [time.process_time()]
        batch = next(data)
        clock.append(time.process_time())
        total = losses_of(params, *batch).sum()
        clock.append(time.process_time())
        total.backward()
        clock.append(time.process_time())
        adam.step()
        adam.zero_grad()
        clock.append(time.process_time())
        for name, begin, end in zip(spent, clock, clock[1:], strict=False):
            spent[name] += (end - begin) / (draws * seeds)
    return spent


def zeros(rounds: int, seeds: int = 64, steps: int = 200) -> None:
    """Print what zeros beside the numbers of heads gain or cost, by the size of their products."""
    print(
        f"\ntwo look-ups, batch 4, S = {seeds}: µs a seed-step with zeros beside heads, and without"
    )
    for n_pos, d_head in ((8, 2), (8, 3), (8, 4), (8, 5), (8, 6), (10, 2), (10, 3), (7, 5), (7, 7)):
        task = LookUps((1, 2), n_pos=n_pos)

        def run(task: LookUps = task, d_head: int = d_head) -> None:
            train(
                lambda g: MultiHeadAttention(task.d_model, 2, d_head, d_out=8, generator=g),
                task,
                seeds=range(seeds),
                steps=steps,
                batch=4,
            )

        with_zeros = without = math.inf
        for _ in range(rounds):
            with patch.object(padding, "AS_FAST", 0):
                with_zeros = min(with_zeros, cpu_seconds(run))
            with patch.object(padding, "AS_FAST", math.inf):
                without = min(without, cpu_seconds(run))
        n = seeds * steps / 1e6
        chosen = "with" if spare_width(n_pos, d_head) else "without"
        print(
            f"{n_pos} tokens, {d_head} wide, {n_pos * n_pos * d_head} multiplications:"
            f"{with_zeros / n:8.1f}{without / n:8.1f}   trained {chosen}"
        )


def report(case: Case, best: dict[str, float], bound: float) -> None:
    """Print the times of one case, each also against the faster loop and the bound."""
    reference = min(best["loop, textbook module"], best["loop, our module"])
    print(f"\n{case.name}: {flops_of_a_step(case) / 1e6:.2f} MFLOP a seed-step")
    print(f"{'':26s}{'µs a seed-step':>16s}{'faster loop / this':>20s}{'this / bound':>14s}")
    for name, seconds in best.items():
        print(f"{name:26s}{seconds * 1e6:16.1f}{reference / seconds:20.1f}{seconds / bound:14.1f}")
    if BY_HAND in best:
        print(f"train / by hand, at S = 128: {best['train, S = 128'] / best[BY_HAND]:.2f}")
    share = ", ".join(f"{k} {v * 1e6:.1f}" for k, v in parts(case).items())
    print(f"of which at S = 128, µs: {share}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    rounds, budget = (1, 10_000) if chosen.quick else (3, 20_000)
    rate = matmul_rate()
    print(
        f"torch {torch.__version__}, one thread, {rate / 1e9:.0f} GFLOP/s in a 1024 x 1024 product"
    )
    for case in cases():
        best = measure(case, rounds, budget)
        report(case, best, flops_of_a_step(case) / rate)
    zeros(rounds)


if __name__ == "__main__":
    main()
