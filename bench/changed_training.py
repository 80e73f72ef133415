"""Train otherwise than a chapter says: other rates, batches, optimisers, starts and sizes.

Part of bench/settings.py. A training that a chapter writes out itself is not reached.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from functools import partial
from typing import Any
from unittest.mock import patch

import torch
from multihead import tasks
from multihead import train as room
from multihead.attention import MultiHeadAttention
from multihead.tasks import DiscreteLookUps, LookUps
from multihead.train import engine, starts
from torch.optim import SGD, Adam, AdamW, Optimizer


@dataclass(frozen=True)
class Setting:
    """What is changed: by factors, the optimiser by its name, and a task's sizes."""

    rate: float = 1.0
    batch: float = 1.0
    start: float = 1.0  # of every trained weight before the first step
    optimiser: str = ""  # in place of Adam
    width: float = 1.0  # of each head
    n_pos: int = 8
    n_content: int = 4

    @property
    def resized(self) -> bool:
        return (self.n_pos, self.n_content) != (8, 4)

    def wide(self, d_head: int) -> int:
        return max(1, round(self.width * d_head))


def decayed(parameters: list, lr: float) -> Optimizer:
    return AdamW(parameters, lr=lr, weight_decay=0.1, fused=True)


def plain(parameters: list, lr: float) -> Optimizer:
    return SGD(parameters, lr=30 * lr)


IN_PLACE_OF_ADAM: dict[str, Callable[..., Optimizer]] = {"AdamW": decayed, "SGD": plain}


@contextmanager
def changed(setting: Setting) -> Iterator[None]:
    """Change every call of ``train``, every layer made and every task within a block."""
    usual, prepare, make = engine.train, engine.prepare, MultiHeadAttention.__init__
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
            return usual(*given, **other(setting, options))
        finally:
            scaled = False

    def from_any(*given: Any, **options: Any) -> Any:
        """A chapter that gives a start goes on with what was trained before."""
        go_on = options.get("start") is not None
        return usual(*given, **other(setting, options)) if go_on else from_start(*given, **options)

    def wider(layer: Any, d_model: int, n_heads: int, d_head: Any = None, **form: Any) -> None:
        if setting.width != 1 and form.get("form", "paper") == "paper":
            d_head = setting.wide(d_head or d_model // n_heads)
        make(layer, d_model, n_heads, d_head, **form)

    sizes = {"n_pos": setting.n_pos, "n_content": setting.n_content}
    places = {"n_pos": setting.n_pos}
    with ExitStack() as changes:
        for target, name, value in (
            (engine, "prepare", prepared),
            (starts, "train", from_start),
            (engine, "train", from_any),
            (room, "train", from_any),
            (MultiHeadAttention, "__init__", wider),
            (LookUps, "__init__", by_default(LookUps, sizes)),
            (DiscreteLookUps, "__init__", by_default(DiscreteLookUps, places)),
            *((field, "default", sizes[field.name]) for field in fields(LookUps)[1:3]),
            (tasks, "current_word", partial(tasks.current_word, **sizes)),
        ):
            changes.enter_context(patch.object(target, name, value))
        yield


def by_default(kind: Any, sizes: dict[str, int]) -> Callable[..., None]:
    """Return how to make a task of these sizes where none are given."""
    make, names = kind.__init__, [field.name for field in fields(kind)]

    def init(task: Any, *given: Any, **options: Any) -> None:
        make(task, **sizes | dict(zip(names, given, strict=False)) | options)

    return init


def other(setting: Setting, options: dict[str, Any]) -> dict[str, Any]:
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
