r"""Train many seeds of a model at once, each exactly as if it were alone.

The parameters of all seeds are stacked along a leading ``seed`` axis and ``torch.vmap`` runs the
one-seed model over that axis. No number of one seed ever meets a number of another, so the
gradient of the *sum* of the losses is every seed's own gradient, and an optimiser that works
number by number takes every seed's own step. (A mean over seeds would scale the gradients by
1/S; a global gradient norm would tie the seeds together.)

To the last bit a seed among others is the seed alone, and the same on every x86-64 processor with
AVX2, for SGD and for fused Adam and AdamW, under the numerics that :mod:`multihead.numerics` pins;
``tests/test_numerics.py`` compares the first steps of every training of the chapters. With other
optimisers, kernels or threads, or on a graphics card, it is so up to rounding, which training may
amplify.

``vmap`` is here because it is as fast as writing the seed axis by hand, which
``bench/seeds.py`` measures, and lets every model stay ordinary one-seed PyTorch.
"""

import math
import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

import torch
from torch import Generator, Tensor, nn
from torch.optim import Optimizer
from tqdm import tqdm

from multihead.train.data import Task, batches
from multihead.train.plan import prepare, read_plan
from multihead.train.run import Params, Run, find_diverged, warn_of

ADAM = partial(torch.optim.Adam, lr=0.03, fused=True)
SEPARABLE = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop)
LANES = 16  # float32 numbers in the widest vector register
EXAMPLES_AT_ONCE = 4096  # of a group of seeds: bounds memory, and past it the caches overflow


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
        ``lambda generator: MultiHeadAttention(12, 2, d_out=8, generator=generator)``. Whatever
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
        Each comes as one row of numbers. Give Adam and AdamW ``fused=True``: their plain forms
        take roots that differ by processor.
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
    ValueError, TypeError
        Before any training: no or repeated seeds, steps or batch below 1, models whose
        parameters do not stack, a task or shapes that do not fit, a loss that no parameter
        changes, an optimiser that would mix seeds.

    Warns
    -----
    RuntimeWarning
        If the loss of a seed stops being finite, which does not touch the others.
    """
    seeds, data_seeds, checkpoints = read_plan(seeds, data_seeds, steps, batch, checkpoints)
    made = prepare(model, task, seeds, data_seeds[0], batch, loss=loss, start=start, device=device)
    template, params, trained, losses_of = made
    size = max(1, EXAMPLES_AT_ONCE // batch) if torch.device(device).type == "cpu" else len(seeds)
    groups = [
        _Group(
            {name: p[i : i + size] for name, p in params.items()},
            trained,
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
        for step in tqdm(range(1, steps + 1), delay=10, unit="step"):
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
        self.params, self.losses_of, self.data = dict(params), losses_of, data
        self.optimiser = optimizer([self._flat(name) for name in trained])
        if type(self.optimiser) not in SEPARABLE:
            kind, fine = type(self.optimiser).__name__, [kind.__name__ for kind in SEPARABLE]
            raise ValueError(f"{kind} may mix the seeds; use one of {', '.join(fine)}")

    def _flat(self, name: str) -> Tensor:
        """Give a parameter to the optimiser as one row of numbers that ends in zeros.

        Fused Adam rounds the numbers at the end of a tensor, which do not fill a vector register,
        in another way. Without the zeros a seed's bits would depend on its place among others.
        The row and its gradient share their memory with the parameter that the model sees. (So
        its gradient is a number also where the loss does not reach it, and AdamW decays it there.)
        """
        given = self.params[name]
        n = given.numel()
        row, grad = (given.new_zeros(math.ceil(n / LANES) * LANES) for _ in "rg")
        row[:n] = given.flatten()
        self.params[name] = row[:n].view(given.shape).detach().requires_grad_()
        self.params[name].grad = grad[:n].view(given.shape)
        row.requires_grad_().grad = grad
        return row

    def backward(self) -> Tensor:
        losses = self.losses_of(self.params, *next(self.data))
        losses.sum().backward()
        return losses.detach()

    def update(self) -> None:
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=False)


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
