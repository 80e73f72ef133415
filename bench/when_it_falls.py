"""Ask when two layers learn to continue a repetition, and what moves that; store what was found.

Backs: what moves the fall, in the chapter on heads that need each other (book/sweeps.json).

    .venv/bin/python bench/when_it_falls.py               # about 10 minutes on one core
    .venv/bin/python bench/when_it_falls.py --only base   # settings whose names begin so

Each setting changes one thing of the chapter's training: 20 seeds, and the step at which each names
80 % of the repeated symbols right, looked at every tenth step; null for a seed that never did.
What other code found in the other settings goes.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import torch
from multihead import results
from multihead.claims import sweeps
from multihead.model import TokenModel
from multihead.tasks import Repeats, surprise
from multihead.train import Run, fresh_generator, train
from torch import Tensor

from bench import code_digest

SEEDS, EVERY, RIGHT = range(20), 10, 0.8
LOOKS = ("P", "layers.0.W_Q", "layers.0.W_K")
LAYER_0 = ("E", *LOOKS, "layers.0.W_V", "layers.0.W_O")
LAYER_1 = ("E", "P", "W_U", *(f"layers.1.W_{matrix}" for matrix in "QKVO"))


@dataclass(frozen=True)
class Setting:
    """What is changed of the chapter's training."""

    task: Repeats = field(default_factory=Repeats)
    layers: int = 2
    heads: int = 1
    d_model: int = 32
    d_head: int = 16
    rate: float = 0.01
    batch: int = 32
    steps: int = 240
    everywhere: bool = False  # every next symbol counts, as in a language model
    given: tuple[str, ...] = ()  # parameters that another, trained seed gives at the start


SETTINGS = {
    "base": Setting(),
    "1 layer, 2 heads": Setting(layers=1, heads=2, steps=500),
    "1 layer, 4 heads": Setting(layers=1, heads=4, steps=500),
    "1 layer, 4 heads, 24 symbols": Setting(Repeats(n_symbols=24), layers=1, heads=4, steps=500),
    "2 layers, 2 heads": Setting(heads=2, steps=200),
    "layer 0 looks back": Setting(given=LOOKS, steps=200),
    "layer 0 is given": Setting(given=LAYER_0, steps=200),
    "layer 1 is given": Setting(given=LAYER_1, steps=200),
    "the positions are given": Setting(given=("P",), steps=200),
    "the embedding is given": Setting(given=("E", "P"), steps=200),
    "all counts, all repeat": Setting(everywhere=True, steps=400),
    "all counts, half repeat": Setting(Repeats(share=0.5), everywhere=True, steps=600),
    "all counts, a quarter repeats": Setting(Repeats(share=0.25), everywhere=True, steps=1000),
    "24 symbols": Setting(Repeats(n_symbols=24), steps=400),
    "48 symbols": Setting(Repeats(n_symbols=48), steps=500),
    "periods 3 to 5": Setting(Repeats(periods=(3, 5))),
    "periods 8 to 12": Setting(Repeats(periods=(8, 12)), steps=400),
    "40 tokens": Setting(Repeats(n_pos=40)),
    "rate 0.003": Setting(rate=0.003, steps=500),
    "rate 0.03": Setting(rate=0.03),
    "batch 8": Setting(batch=8, steps=800),
    "16 wide": Setting(d_model=16, steps=400),
    "64 wide": Setting(d_model=64, steps=200),
}


def causal(task: Repeats) -> Tensor:
    return torch.ones(task.n_pos, task.n_pos).tril().bool()


def what_counts(setting: Setting) -> Callable[..., Tensor]:
    """Return the loss: of the repeated symbols only, or of every next symbol."""
    task, mask = setting.task, causal(setting.task)

    def loss(model: Any, tokens: Tensor, target: Tensor) -> Tensor:
        logits = model(tokens, mask)
        if setting.everywhere:
            return surprise(logits[:, :-1], tokens[:, 1:]).mean()
        return task.loss(logits, target)

    return loss


def trained(
    setting: Setting, start: dict[str, Tensor] | None = None, seeds: Sequence[int] = SEEDS
) -> Run:
    task = setting.task
    sizes: dict[str, Any] = {"n_layers": setting.layers, "n_heads": setting.heads}
    sizes |= {"d_model": setting.d_model, "d_head": setting.d_head}

    def model(g: torch.Generator) -> TokenModel:
        return TokenModel(task.n_symbols, task.n_pos, task.n_symbols, generator=g, **sizes)

    return train(
        model,
        task,
        seeds=seeds,
        steps=setting.steps,
        batch=setting.batch,
        optimizer=partial(torch.optim.Adam, lr=setting.rate, fused=True),
        loss=what_counts(setting),
        start=start,
        checkpoints=range(0, setting.steps + 1, EVERY),
    )


@cache
def base() -> Run:
    return trained(SETTINGS["base"])


def from_another_seed(names: tuple[str, ...]) -> dict[str, Tensor]:
    """Take parameters of the trained base; each seed gets those of the next one."""
    return {name: base().params[name].roll(-1, dims=0) for name in names}


def shares(setting: Setting) -> Tensor:
    """Return what share of the repeated symbols each seed names right, (checkpoint, seed)."""
    run = trained(setting, from_another_seed(setting.given) if setting.given else None)
    task = Repeats(setting.task.n_pos, setting.task.n_symbols, setting.task.periods)
    tokens, target = task.sample(100, fresh_generator())
    mask = causal(task)

    def right(model: TokenModel) -> Tensor:
        return task.score(model(tokens, mask), target)

    return torch.stack([run.each(right, step=step) for step in sorted(run.checkpoints)])


def found(setting: Setting) -> dict[str, Any]:
    """Return the step at which each seed got there, and how much each names right at the end."""
    right = shares(setting)
    there = (right > RIGHT).int()
    steps = [EVERY * int(row.argmax()) if row.any() else None for row in there.T]
    at_end = [round(share, 3) for share in right[-1].tolist()]
    return {"of": setting.steps, "steps": steps, "right at the end": at_end}


def made_from() -> str:
    return code_digest(__file__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="*", default=[""], help="beginnings of names")
    chosen = tuple(parser.parse_args().only)
    stored = results.read(sweeps.FILE).get("when_it_falls", {})
    kept = stored["found"] if stored.get("made_from") == made_from() else {}
    for name in [name for name in SETTINGS if name.startswith(chosen)]:
        begun = time.process_time()
        kept[name] = found(SETTINGS[name])
        print(f"{name}, {time.process_time() - begun:.0f} s: {kept[name]}", flush=True)
        in_order = {n: kept[n] for n in SETTINGS if n in kept}
        sweeps.keep("when_it_falls", made_from(), in_order)


if __name__ == "__main__":
    main()
