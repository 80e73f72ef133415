r"""Train many seeds of a model at once, each exactly as if it were alone.

The parameters of all seeds are stacked along a leading ``seed`` axis and ``torch.vmap`` runs the
one-seed model over that axis. No number of one seed ever meets a number of another, so the
gradient of the *sum* of the losses is every seed's own gradient, and an optimiser that works
number by number takes every seed's own step. (A mean over seeds would scale the gradients by
1/S; a global gradient norm would tie the seeds together.)

``vmap`` is here because it is as fast as writing the seed axis by hand, which
``bench/seeds.py`` measures, and lets every model stay ordinary one-seed PyTorch.
"""

import operator
import signal
import threading
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, runtime_checkable

import torch
from torch import Generator, Tensor, nn
from torch.optim import Optimizer
from tqdm import tqdm

from multihead.plan import check_fit, check_plan, stack_starts
from multihead.run import Params, Run, find_diverged, over_seeds, warn_of

ADAM = partial(torch.optim.Adam, lr=0.03)
SEPARABLE = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop)
EXAMPLES_A_DRAW = 512  # drawing data for many steps in one go makes it cheap
EXAMPLES_AT_ONCE = 4096  # of a group of seeds: bounds memory, and past it the caches overflow


@runtime_checkable
class Task(Protocol):
    """What :func:`train` asks of a task, beside a ``loss``; see :mod:`multihead.tasks`."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, ...]: ...


def train(
    model: Callable[[Generator], nn.Module],
    task: Task,
    *,
    seeds: Sequence[int],
    steps: int,
    batch: int = 32,
    optimizer: Callable[[list[Tensor]], Optimizer] = ADAM,
    loss: Callable[..., Tensor] | None = None,
    start: Mapping[str, Tensor] | None = None,
    data_seeds: Sequence[int] | None = None,
    checkpoints: Collection[int] = (),
    device: str | torch.device = "cpu",
) -> Run:
    """Train ``model`` on ``task`` once for every seed, all at the same time.

    Parameters
    ----------
    model
        Makes one seed's model from a generator, e.g.
        ``lambda generator: AttentionLayer(12, 8, n_heads=2, generator=generator)``. Whatever
        else it does to the model (copy a head, zero a matrix) is part of the start.
    task
        Where batches and, unless ``loss`` is given, the loss come from.
    seeds
        One run for each, all different. A seed fixes the start and the data, whichever other
        seeds there are.
    steps, batch
        Number of updates, and of fresh examples for each.
    optimizer
        Makes the optimiser from the parameters: ``torch.optim``'s SGD, Adam, AdamW or RMSprop.
    loss
        ``loss(model, *batch)`` for one seed, one number, instead of
        ``task.loss(model(*inputs), target)``: for penalties and the like.
    start
        Parameters (seed, ...) to start from, such as ``run.params``, instead of the model's own.
        Parameters it lacks keep the model's own start.
    data_seeds
        Seeds of the data if not ``seeds``. They may repeat: those runs see the same data.
    checkpoints
        Numbers of updates after which to keep the parameters; 0 is the start.
    device
        Where to train. Starts and data are drawn on the CPU, so they do not depend on it.

    Returns
    -------
    Run
        Parameters, losses and checkpoints. An interrupt ends the training between two steps and
        returns what was reached.

    Raises
    ------
    ValueError
        Before any training: no or repeated seeds, steps or batch below 1, models whose
        parameters do not stack, shapes that do not fit, an optimiser that would mix seeds.

    Warns
    -----
    RuntimeWarning
        If the loss of a seed stops being finite, which does not touch the others.
    """
    seeds = [operator.index(s) for s in seeds]
    data_seeds = seeds if data_seeds is None else [operator.index(s) for s in data_seeds]
    check_plan(seeds, data_seeds, steps, batch, checkpoints)
    template, params = stack_starts(
        (model(start_generator(s)) for s in seeds), seeds, start, device
    )
    losses_of = over_seeds(loss or partial(_task_loss, task), template)
    check_fit(losses_of, params, next(batches(task, data_seeds[:1], batch, device)))
    size = max(1, EXAMPLES_AT_ONCE // batch) if torch.device(device).type == "cpu" else len(seeds)
    groups = [
        _Group(
            {name: p[i : i + size] for name, p in params.items()},
            [name for name, p in template.named_parameters() if p.requires_grad],
            optimizer,
            losses_of,
            batches(task, data_seeds[i : i + size], batch, device),
        )
        for i in range(0, len(seeds), size)
    ]

    def snapshot() -> Params:
        return {k: torch.cat([g.params[k].detach() for g in groups]) for k in params}

    curve: list[Tensor] = []
    kept = {0: snapshot()} if 0 in checkpoints else {}
    with _interrupt_between_steps() as check_interrupt:
        for step in tqdm(range(1, steps + 1), delay=10, leave=False, unit="step"):
            # What raises does so before any parameter has moved.
            curve.append(torch.cat([group.backward() for group in groups]))
            for group in groups:
                group.update()
            if step in checkpoints:
                kept[step] = snapshot()
            check_interrupt()
    losses = torch.stack(curve, dim=1) if curve else torch.empty(len(seeds), 0, device=device)
    params = snapshot()
    diverged = find_diverged(seeds, losses, params)
    warn_of(diverged)
    return Run(seeds, params, losses, kept, diverged, template)


class _Group:
    """Seeds whose step is computed together."""

    def __init__(
        self,
        params: Params,
        trained: list[str],
        optimizer: Callable[[list[Tensor]], Optimizer],
        losses_of: Callable[..., Tensor],
        data: Iterator[tuple[Tensor, ...]],
    ):
        self.params, self.losses_of, self.data = params, losses_of, data
        self.optimiser = optimizer([params[name].requires_grad_() for name in trained])
        if type(self.optimiser) not in SEPARABLE:
            kind, fine = type(self.optimiser).__name__, [kind.__name__ for kind in SEPARABLE]
            raise ValueError(f"{kind} may mix the seeds; use one of {', '.join(fine)}")

    def backward(self) -> Tensor:
        losses = self.losses_of(self.params, *next(self.data))
        losses.sum().backward()
        return losses.detach()

    def update(self) -> None:
        self.optimiser.step()
        self.optimiser.zero_grad()


def start_generator(seed: int) -> Generator:
    """Source of one seed's start."""
    return Generator().manual_seed(2 * seed)


def data_generator(seed: int) -> Generator:
    """Source of one seed's training data, which has nothing to do with its start."""
    return Generator().manual_seed(2 * seed + 1)


def batches(
    task: Task, data_seeds: Sequence[int], batch: int, device: str | torch.device = "cpu"
) -> Iterator[tuple[Tensor, ...]]:
    """Give the batches :func:`train` trains on, one step after another, each (seed, batch, ...).

    Every seed has its own generator and asks its task for about 512 examples at a time, so what
    a seed sees depends on the task, the seed and ``batch`` only.
    """
    generators = [data_generator(s) for s in data_seeds]
    per_draw = max(1, EXAMPLES_A_DRAW // batch)
    while True:
        draws = [task.sample(per_draw * batch, g) for g in generators]
        # Of each tensor: seed times (per_draw * batch, ...) -> (per_draw, seed, batch, ...).
        stacked = [
            torch.stack([t.unflatten(0, (per_draw, batch)) for t in seeds], dim=1).to(device)
            for seeds in zip(*draws, strict=True)
        ]
        yield from zip(*stacked, strict=True)


def _task_loss(task: Task, model: nn.Module, *batch: Tensor) -> Tensor:
    return task.loss(model(*batch[:-1]), batch[-1])


@contextmanager
def _interrupt_between_steps() -> Iterator[Callable[[], None]]:
    """Hold an interrupt back until the step is done, then end the block quietly."""
    pending: list[int] = []
    outermost = threading.current_thread() is threading.main_thread()
    previous = signal.getsignal(signal.SIGINT)

    def hold(number, frame):
        pending.append(number)
        signal.signal(signal.SIGINT, previous)  # a second one is not held back

    def check():
        if pending:
            raise KeyboardInterrupt

    if outermost:
        signal.signal(signal.SIGINT, hold)
    try:
        yield check
    except KeyboardInterrupt:
        warnings.warn("interrupted: this is what was trained so far", RuntimeWarning, stacklevel=3)
    finally:
        if outermost:
            signal.signal(signal.SIGINT, previous)
