"""The optimiser of a training, as a setting changes it."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.optim import SGD, Adam, AdamW, Optimizer

from multihead import setting

WITHOUT_ADAM = 30  # times Adam's rate, at which SGD learns


def _adamw(rows: list[Tensor], lr: Any) -> Optimizer:
    return AdamW(rows, lr=lr, weight_decay=0.1, fused=True)


def _sgd(rows: list[Tensor], lr: Any) -> Optimizer:
    return SGD(rows, lr=WITHOUT_ADAM * lr)


def _momentum(rows: list[Tensor], lr: Any) -> Optimizer:
    return SGD(rows, lr=WITHOUT_ADAM * lr, momentum=0.9)


IN_PLACE_OF_ADAM = {"AdamW": _adamw, "SGD": _sgd, "momentum": _momentum}


def in_place_of(optimizer: Optimizer) -> Optimizer:
    """Return the optimiser that the setting has in place of Adam; any other as it is."""
    name = setting.current().optimizer
    if type(optimizer) is not Adam or name == "Adam":
        return optimizer
    (group,) = optimizer.param_groups
    return IN_PLACE_OF_ADAM[name](group["params"], group["lr"])


def scheduled(optimizer: Optimizer, steps: int) -> Callable[[int], None]:
    """Return a function of the step, from 1 on, that sets the learning rate of the setting."""
    rates = [group["lr"] for group in optimizer.param_groups]
    current = setting.current()
    factors = {current.rate_at(1, steps), current.rate_at(steps, steps)}

    def set_rate(step: int) -> None:
        factor = current.rate_at(step, steps)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = torch.as_tensor(rate * factor) if torch.is_tensor(rate) else rate * factor

    return (lambda step: None) if factors == {1.0} else set_rate
