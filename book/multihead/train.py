r"""Train many seeds of a model at once, each exactly as if it were alone.

The parameters of all seeds are stacked along a leading ``seed`` axis and ``torch.vmap`` runs the
one-seed model over that axis. No number of one seed ever meets a number of another, so the
gradient of the *sum* of the losses is every seed's own gradient, and an optimiser that works
number by number takes every seed's own step. (A mean over seeds would scale the gradients by
1/S; a global gradient norm would tie the seeds together.)

``vmap`` is here because it is as fast as writing the seed axis by hand, which
``bench/seeds.py`` measures, and lets every model stay ordinary one-seed PyTorch.
"""

import copy
import operator
import signal
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Generator, Tensor, nn
from torch.func import functional_call, vmap
from torch.optim import Optimizer
from tqdm import tqdm

Params = dict[str, Tensor]
ADAM = partial(torch.optim.Adam, lr=0.03)
SEPARABLE = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop)
EXAMPLES_A_DRAW = 512  # drawing data for many steps in one go makes it cheap
EXAMPLES_AT_ONCE = 4096  # of a group of seeds: bounds memory, and past it the caches overflow


@runtime_checkable
class Task(Protocol):
    """What :func:`train` asks of a task, beside a ``loss``; see :mod:`multihead.tasks`."""

    def sample(self, n: int, generator: Generator) -> tuple[Tensor, ...]: ...


@dataclass
class Run:
    """What :func:`train` gives back. The first axis of every tensor is the seed.

    Attributes
    ----------
    seeds
        The seeds, in the order of the first axis.
    params
        Final parameters (and buffers) by name, each (seed, ...).
    losses
        Shape (seed, step): the loss on each step's batch, before its update.
    checkpoints
        Parameters by the number of updates they had.
    diverged
        Seeds whose loss stopped being finite, each with the first such step.
    """

    seeds: list[int]
    params: Params
    losses: Tensor
    checkpoints: dict[int, Params]
    diverged: dict[int, int]
    model: nn.Module = field(repr=False)

    def each(self, function: Callable[..., Any], *inputs: Any, step: int | None = None) -> Any:
        """Call ``function(model, *inputs)`` for the model of every seed, without gradients.

        All seeds get the same inputs, and the tensors that come back get a leading seed axis:
        ``run.each(lambda model, x: model.heads(x).pattern, x)`` is (seed, batch, head, query,
        key). ``step`` picks a checkpoint instead of the final parameters.
        """
        dims = (0, *(None for _ in inputs))
        with torch.no_grad():
            return over_seeds(function, self.model, dims)(self._params(step), *inputs)

    def predict(self, x: Tensor, step: int | None = None) -> Tensor:
        """Every seed's answer to the same batch, (seed, batch, ...)."""
        return self.each(lambda model, x: model(x), x, step=step)

    def model_of(self, seed: int, step: int | None = None) -> nn.Module:
        """Give one seed's trained model as a module of its own."""
        if seed not in self.seeds:
            raise ValueError(f"seed {seed} was not trained; there are {self.seeds}")
        i = self.seeds.index(seed)
        model = copy.deepcopy(self.model)
        with torch.no_grad():
            for name, tensor in _tensors(model):
                tensor.copy_(self._params(step)[name][i])
        return model

    def _params(self, step: int | None) -> Params:
        if step is None:
            return self.params
        if step not in self.checkpoints:
            raise ValueError(f"no checkpoint at step {step}; there are {sorted(self.checkpoints)}")
        return self.checkpoints[step]


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
    template, params = _stack_starts(model, seeds, start, device)
    losses_of = over_seeds(loss or partial(_task_loss, task), template)
    _check_fit(losses_of, params, next(batches(task, data_seeds[:1], batch, device)))
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
    diverged = _diverged(seeds, losses, params)
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


def over_seeds(function: Callable[..., Any], model: nn.Module, in_dims: Any = 0) -> Callable:
    """Turn ``function(model, *inputs)`` of one seed into ``f(params, *inputs)`` of all."""

    class Call(nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, *inputs):
            return function(self.model, *inputs)

    call = Call()

    def one_seed(params: Params, *inputs: Any) -> Any:
        return functional_call(call, {f"model.{k}": p for k, p in params.items()}, inputs)

    return vmap(one_seed, in_dims)


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


def check_plan(
    seeds: list[int], data_seeds: list[int], steps: int, batch: int, checkpoints: Collection[int]
) -> None:
    """Refuse what no training could come of."""
    if not seeds:
        raise ValueError("no seeds; give at least one, e.g. seeds=range(20)")
    twice = [s for s, times in Counter(seeds).items() if times > 1]
    if twice:
        raise ValueError(f"seeds {twice} are given more than once; each would be the same run")
    if len(data_seeds) != len(seeds):
        raise ValueError(f"{len(seeds)} seeds but {len(data_seeds)} data_seeds; give one for each")
    for name, number in (("steps", steps), ("batch", batch)):
        if number < 1:
            raise ValueError(f"{name}={number}; use 1 or more")
    beyond = sorted(c for c in checkpoints if not 0 <= c <= steps)
    if beyond:
        raise ValueError(f"checkpoints {beyond} are never reached; use 0 to steps={steps}")


def _stack_starts(
    make: Callable[[Generator], nn.Module],
    seeds: list[int],
    start: Mapping[str, Tensor] | None,
    device: str | torch.device,
) -> tuple[nn.Module, Params]:
    """Make every seed's model and stack their parameters and buffers."""
    states: list[Params] = []
    for seed in seeds:
        model = make(start_generator(seed))
        if not isinstance(model, nn.Module):
            raise TypeError(f"model(generator) gave a {type(model).__name__}; give an nn.Module")
        states.append({k: v.detach() for k, v in _tensors(model)})
        shapes = [{k: tuple(v.shape) for k, v in states[i].items()} for i in (0, -1)]
        if shapes[0] != shapes[1]:
            raise ValueError(
                f"parameters do not stack: seed {seeds[0]} has {shapes[0]} and seed {seed} has "
                f"{shapes[1]}; make a model whose shapes do not depend on the generator"
            )
    params = {k: torch.stack([state[k] for state in states]) for k in states[0]}
    for name, given in (start or {}).items():
        if name not in params:
            raise ValueError(f"start names {name!r}; the model has {', '.join(params)}")
        if given.shape != params[name].shape:
            raise ValueError(
                f"start[{name!r}] has shape {tuple(given.shape)}; {len(seeds)} seeds of this "
                f"model need {tuple(params[name].shape)}"
            )
        params[name] = given.detach().clone()
    return model.to(device), {k: p.to(device) for k, p in params.items()}


def _tensors(model: nn.Module) -> Iterator[tuple[str, Tensor]]:
    return chain(model.named_parameters(), model.named_buffers())


def _check_fit(losses_of: Callable, params: Params, first: tuple[Tensor, ...]) -> None:
    """Run the first seed's loss once: what cannot work fails here, with the sizes."""
    shapes = ", ".join(str(tuple(t.shape[1:])) for t in first)
    try:
        with torch.no_grad():
            losses = losses_of({name: p[:1] for name, p in params.items()}, *first)
    except (RuntimeError, IndexError, TypeError) as error:
        raise ValueError(
            f"the model cannot be trained on this task, whose tensors are {shapes}: {error}"
        ) from error
    if losses.shape != (1,):
        raise ValueError(
            f"the loss of one seed has shape {tuple(losses.shape[1:])}; it must be one number"
        )


def _diverged(seeds: list[int], losses: Tensor, params: Params) -> dict[int, int]:
    finite = [p.flatten(1).isfinite().all(dim=1) for p in params.values()]
    # (seed, step) and one more column for what the last update did: -> (seed, step + 1)
    bad = torch.cat([~losses.isfinite(), ~torch.stack(finite, dim=1).all(1, keepdim=True)], dim=1)
    first = {s: int(b.int().argmax()) for s, b in zip(seeds, bad, strict=True) if b.any()}
    return first


def warn_of(diverged: dict[int, int]) -> None:
    """Say which seeds are no longer finite, if there are any."""
    if diverged:
        message = f"no longer finite, by seed and step: {diverged}"
        warnings.warn(message, RuntimeWarning, stacklevel=3)


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
