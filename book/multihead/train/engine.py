r"""Train many seeds of a model at once, each exactly as if it were trained alone.

The parameters of all seeds are stacked along a leading ``seed`` axis and ``torch.vmap`` runs the
one-seed model over that axis. Numbers of different seeds are never combined, so the gradient of
the *sum* of the losses is every seed's own gradient, and an elementwise optimiser takes every
seed's own step. (A mean over seeds would scale the gradients by 1/S; clipping a global gradient
norm would make each seed depend on the others.)

A seed trained among others equals the seed trained alone to the last bit, and is the same on all
x86-64 processors with AVX2 that were tried. This holds for SGD, fused Adam and fused AdamW with the
settings that :mod:`multihead.numerics` pins; ``tests/library/test_numerics.py`` compares the first
steps of every training in the chapters. With other optimisers or kernels, or with more threads,
results agree up to rounding, which training may amplify.

``vmap`` keeps every model ordinary one-seed PyTorch and costs little. ``bench/seeds.py``, last in
commit d6e1496b, measured 128 seeds of two heads on the two look-ups. On one core of an AMD
processor with AVX-512 a step takes 35 µs a seed in batches of 4 and 207 in batches of 32. That is
1.12 and 1.01 times the same step with the seed axis written by hand, and 16 and 4 times less than a
plain loop over seeds.
"""

import math
import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial

import torch
from torch import Generator, Tensor, nn
from torch.optim import Optimizer
from tqdm import tqdm

from multihead import setting
from multihead.train.data import Task, batches
from multihead.train.optimizers import in_place_of, scheduled
from multihead.train.perturbation import perturbed
from multihead.train.plan import prepare, read_plan
from multihead.train.run import Params, Run, find_diverged, warn_of
from multihead.train.trace import Step, TracedStep

ADAM = partial(torch.optim.Adam, lr=0.03, fused=True)
SEPARABLE = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop)
LANES = 16  # float32 numbers in the widest vector register
WORTH_A_TRACE = 400  # steps, since recording one takes as long as this many save
EXAMPLES_AT_ONCE = 4096  # of a group of seeds; more would need more memory and miss the caches


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
    checkpoints: Iterable[int] = (),
    device: str | torch.device = "cpu",
) -> Run:
    """Train ``model`` on ``task`` once for every seed, all at the same time.

    Parameters
    ----------
    model
        Makes one seed's model from a generator, e.g.
        ``lambda generator: MultiHeadAttention(12, 2, d_out=8, generator=generator)``. Anything
        else it does to the model (copy a head, zero a matrix) is part of the start.
    task
        Source of the batches and, unless ``loss`` is given, of the loss.
    seeds
        Distinct seeds, one run for each. A seed fixes the start and the data, whatever the other
        seeds are.
    steps, batch
        Number of updates, and of fresh examples for each.
    optimizer
        Makes the optimiser from the parameters: ``torch.optim``'s SGD, Adam, AdamW or RMSprop.
        Each parameter comes as one row of numbers. Give Adam and AdamW ``fused=True``: their
        plain forms compute square roots that differ by processor.
    loss
        ``loss(model, *batch)`` returns the loss of one seed, one number. It replaces
        ``task.loss(model(*inputs), target)``, for example to add a penalty.
    start
        Parameters (seed, ...) to start from, such as ``run.params``. Parameters that it does not
        contain start as ``model`` makes them.
    data_seeds
        Seeds of the data; by default ``seeds``. Runs with the same data seed see the same data.
    checkpoints
        Numbers of updates after which to keep the parameters; 0 is the start.
    device
        Where to train. Starts and data are drawn on the CPU, so they do not depend on it.

    Returns
    -------
    Run
        Parameters, losses and checkpoints. An interrupt ends the training between two steps and
        returns the run so far.

    Raises
    ------
    ValueError, TypeError
        Before any training: if seeds are missing or repeated, steps or batch is below 1, the
        models' parameters do not stack, the task or its shapes do not fit the model, no parameter
        changes the loss, or the optimiser would mix seeds.

    Warns
    -----
    RuntimeWarning
        If the loss or a parameter of a seed stops being finite. The other seeds are not affected.
    """
    seeds, data_seeds, checkpoints = read_plan(seeds, data_seeds, steps, batch, checkpoints)
    batch, steps = setting.current().examples(batch), setting.current().updates(steps)
    updates_at = {point: setting.current().updates(point) for point in sorted(checkpoints)}
    plan = prepare(model, task, seeds, data_seeds[0], batch, loss=loss, start=start, device=device)
    trained, padding = plan.trained, plan.padding
    params = padding.add(plan.params)
    size = max(1, EXAMPLES_AT_ONCE // batch) if torch.device(device).type == "cpu" else len(seeds)
    step_of = _step_by_size(_losses_and_gradients(plan.losses_of, list(params), trained), steps)
    groups = [
        _Group(
            {name: p[i : i + size] for name, p in params.items()},
            trained,
            optimizer,
            step_of(len(seeds[i : i + size])),
            perturbed(
                batches(task, data_seeds[i : i + size], batch, device),
                data_seeds[i : i + size],
                plan.pattern_shapes,
            ),
            steps,
        )
        for i in range(0, len(seeds), size)
    ]

    def snapshot() -> Params:
        return padding.remove({k: torch.cat([g.params[k] for g in groups]) for k in params})

    curve: list[Tensor] = []
    snapshots = {point: snapshot() for point, at in updates_at.items() if at == 0}
    with _interrupt_between_steps() as check_interrupt:
        for step in tqdm(range(1, steps + 1), delay=10, unit="step"):
            # Errors are raised here, before any parameter changes.
            curve.append(torch.cat([group.backward() for group in groups]))
            for group in groups:
                group.update(step)
            snapshots |= {point: snapshot() for point, at in updates_at.items() if at == step}
            check_interrupt()
    losses = torch.stack(curve, dim=1) if curve else torch.empty(len(seeds), 0, device=device)
    params = snapshot()
    diverged = find_diverged(seeds, losses, params)
    warn_of(diverged)
    return Run(seeds, params, losses, snapshots, diverged, plan.template)


def _losses_and_gradients(
    losses_of: Callable[..., Tensor], names: list[str], trained: list[str]
) -> Step:
    """Return a function of parameters and batch: the losses, then their gradients."""

    def step(*tensors: Tensor) -> list[Tensor]:
        params = dict(zip(names, tensors, strict=False))
        leaves = {name: params[name].detach().requires_grad_() for name in trained}
        losses = losses_of(params | leaves, *tensors[len(names) :])
        gradients = torch.autograd.grad(
            losses.sum(), list(leaves.values()), materialize_grads=True
        )  # of a parameter that the loss does not use, 0
        return [losses.detach(), *gradients]

    return step


def _step_by_size(step: Step, steps: int) -> Callable[[int], Step]:
    """Return the step for a number of seeds: traced once for each, if that is worth it."""
    return cache(lambda seeds: TracedStep(step)) if steps >= WORTH_A_TRACE else lambda seeds: step


class _Group:
    """Seeds whose step is computed together."""

    def __init__(
        self,
        params: Params,
        trained: list[str],
        optimizer: Callable[[list[Tensor]], Optimizer],
        step: Step,
        data: Iterator[tuple[Tensor, ...]],
        steps: int,
    ):
        self.params, self.trained, self.step, self.data = dict(params), trained, step, data
        self.gradients: Params = {}
        self.optimiser = in_place_of(optimizer([self._flat(name) for name in trained]))
        self.set_rate = scheduled(self.optimiser, steps)
        if type(self.optimiser) not in SEPARABLE:
            kind, fine = type(self.optimiser).__name__, [kind.__name__ for kind in SEPARABLE]
            raise ValueError(f"{kind} may mix the seeds; use one of {', '.join(fine)}")

    def _flat(self, name: str) -> Tensor:
        """Return a parameter as one row of numbers that ends in zeros, for the optimiser.

        Fused Adam rounds differently at the end of a tensor, where the numbers do not fill a
        vector register. Without the zeros, a seed's bits would depend on its place among the seeds.
        The row and its gradient share their memory with the parameter that the model uses.
        (If the loss does not use a parameter, its gradient is 0, not None; AdamW then decays it.)
        """
        weights = self.params[name]
        n = weights.numel()
        row = weights.new_zeros(math.ceil(n / LANES) * LANES)
        grad = torch.zeros_like(row)
        row[:n] = weights.flatten()
        row.requires_grad_().grad = grad
        self.params[name] = row.detach()[:n].view(weights.shape)
        self.gradients[name] = grad[:n].view(weights.shape)
        return row

    def backward(self) -> Tensor:
        losses, *gradients = self.step(*self.params.values(), *next(self.data))
        for name, gradient in zip(self.trained, gradients, strict=True):
            self.gradients[name].copy_(gradient)
        return losses

    def update(self, step: int) -> None:
        self.set_rate(step)
        self.optimiser.step()


@contextmanager
def _interrupt_between_steps() -> Iterator[Callable[[], None]]:
    """Delay an interrupt until the step is done, then end the block with a warning."""
    pending: list[int] = []
    outermost = threading.current_thread() is threading.main_thread()
    previous = signal.getsignal(signal.SIGINT)

    def hold(number, frame):
        pending.append(number)
        signal.signal(signal.SIGINT, previous)  # a second one is not delayed

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
