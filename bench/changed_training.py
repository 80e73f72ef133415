"""Train otherwise than a chapter says: other rates, batches, optimisers and starts.

Part of bench/settings.py, which puts a call of `change` above a chapter's first cell. A training
that a chapter writes out itself is not reached. Sizes stay, since chapters index by them: a wrong
size would give a wrong number and no error.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from multihead import train as room
from multihead.train import engine, starts
from torch.optim import SGD, Adam, AdamW, Optimizer


@dataclass(frozen=True)
class Setting:
    """What is changed: by factors, and the optimiser by its name."""

    rate: float = 1.0
    batch: float = 1.0
    start: float = 1.0  # of every trained weight before the first step
    optimiser: str = ""  # in place of Adam


def decayed(parameters: list, lr: float) -> Optimizer:
    return AdamW(parameters, lr=lr, weight_decay=0.1, fused=True)


def plain(parameters: list, lr: float) -> Optimizer:
    return SGD(parameters, lr=30 * lr)


IN_PLACE_OF_ADAM: dict[str, Callable[..., Optimizer]] = {"AdamW": decayed, "SGD": plain}


def change(setting: Setting) -> None:
    """Change every later call of ``train``."""
    usual, prepare = engine.train, engine.prepare
    scaled = False

    def prepared(*given: Any, **options: Any) -> Any:
        template, params, trained, losses_of = prepare(*given, **options)
        if scaled:
            params = {k: p * setting.start if k in trained else p for k, p in params.items()}
        return template, params, trained, losses_of

    def from_start(*given: Any, **options: Any) -> Any:
        nonlocal scaled
        scaled = True
        try:
            return usual(*given, **changed(setting, options))
        finally:
            scaled = False

    def from_any(*given: Any, **options: Any) -> Any:
        """A chapter that gives a start goes on with what was trained before."""
        go_on = options.get("start") is not None
        return (
            usual(*given, **changed(setting, options)) if go_on else from_start(*given, **options)
        )

    engine.prepare, starts.train = prepared, from_start
    engine.train = room.train = from_any


def changed(setting: Setting, options: dict[str, Any]) -> dict[str, Any]:
    """Change the options of one call of ``train``."""
    make = options.get("optimizer", engine.ADAM)
    batch = max(1, round(options.get("batch", 32) * setting.batch))
    return options | {"batch": batch, "optimizer": lambda rows: optimiser(setting, make(rows))}


def optimiser(setting: Setting, made: Optimizer) -> Optimizer:
    """Change the optimiser that a chapter made."""
    if setting.optimiser and type(made) is Adam:
        (group,) = made.param_groups
        made = IN_PLACE_OF_ADAM[setting.optimiser](group["params"], group["lr"])
    for group in made.param_groups:
        lr = group["lr"]
        group["lr"] = (
            torch.as_tensor(lr * setting.rate) if torch.is_tensor(lr) else lr * setting.rate
        )
    return made
