"""Layers for a first look, trained in a second, and the widget that shows a run's heads."""

from collections.abc import Sequence
from typing import Any

import torch

from multihead import setting as settings
from multihead.attention import MultiHeadAttention
from multihead.heads import mean_pattern, written
from multihead.tasks import LookUps
from multihead.train import Run, fresh_generator, train
from multihead.validation import whole_numbers
from multihead.widgets import HeadToggle

EXAMPLES = 64
LOOK_UPS = LookUps((1, 2))


def quick_layers(n_heads: int, seeds: int = 12, steps: int = 200, setting: str = "") -> Run:
    """Train a few layers on the two look-ups: heads 6 wide, batches of 4, Adam at a rate of 0.03.

    Parameters
    ----------
    n_heads
        Heads of each layer.
    seeds
        Number of layers: seeds 0, 1, 2, …
    steps
        Number of updates.
    setting
        What to change, such as ``"rate=3 attention_dropout=0.1"``; see :mod:`multihead.setting`.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole, or is below 1; or if the setting has an unknown name or an
        impossible value.
    """
    with settings.using(setting or settings.current()) as changed:
        for name in ("n_pos", "n_content"):
            if getattr(changed, name) != getattr(LOOK_UPS, name):
                raise ValueError(
                    f"{name}={getattr(changed, name)} changes the task, which is made when the "
                    f"library is imported; set {settings.VARIABLE} before that"
                )
        return _train_quickly(n_heads, seeds, steps)


def quick_wrong_layers(n_heads: int, seeds: int = 12, steps: int = 200) -> Run:
    """Train layers with a bug as :func:`quick_layers` trains correct ones.

    The heads' vectors lie head by head and are joined by ``reshape`` without a ``transpose``, so
    a row gets vectors of several tokens. See chapter 06.

    Parameters
    ----------
    n_heads, seeds, steps
        As for :func:`quick_layers`.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole, or is below 1.
    """

    def loss(model: MultiHeadAttention, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        z = model.heads(x).z.reshape(*x.shape[:-1], -1)
        return LOOK_UPS.loss(z @ model.W_O.flatten(0, 1), y)

    return _train_quickly(n_heads, seeds, steps, loss=loss)


def _train_quickly(n_heads: int, seeds: int, steps: int, **options: Any) -> Run:
    whole_numbers.check_sizes(n_heads=n_heads, seeds=seeds, steps=steps)

    def layer(generator: torch.Generator) -> MultiHeadAttention:
        return MultiHeadAttention(
            LOOK_UPS.d_model, n_heads, 6, d_out=LOOK_UPS.d_out, generator=generator
        )

    return train(layer, LOOK_UPS, seeds=range(seeds), steps=steps, batch=4, **options)


def fresh_examples(task: LookUps = LOOK_UPS) -> tuple[torch.Tensor, torch.Tensor]:
    """Return 64 examples of a task that no seed was trained on: inputs and targets."""
    return task.sample(EXAMPLES, fresh_generator())


def toggle_heads(
    run: Run,
    task: LookUps,
    *,
    n_seeds: int | None = None,
    steps: Sequence[int] | None = None,
    **state: Any,
) -> HeadToggle:
    """Show the heads of a run as switches, with the loss of every choice on 64 fresh examples.

    Parameters
    ----------
    run
        Layers trained on ``task``.
    task
        Look-ups; each gets a name in the widget, such as ``t-1``.
    n_seeds
        How many of the run's seeds to show, the first ones; all by default.
    steps
        Checkpoints to show; only the end of the training by default.
    **state
        What the widget shows first, such as ``heads=[0, 3]``.

    Raises
    ------
    ValueError
        If more seeds are asked for than were trained, or a step has no checkpoint.
    """
    n_seeds = len(run.seeds) if n_seeds is None else n_seeds
    whole_numbers.check_sizes(n_seeds=n_seeds)
    if n_seeds > len(run.seeds):
        raise ValueError(f"n_seeds={n_seeds} of a run of {len(run.seeds)}; use at most that many")
    x, y = fresh_examples(task)
    at = [None] if steps is None else steps
    writes = [run.each(written, x, step=step)[:n_seeds] for step in at]
    mean_patterns = [run.each(mean_pattern, x, step=step)[:n_seeds] for step in at]
    return HeadToggle(
        torch.stack(writes, dim=1),  # the step axis after the seed
        y,
        torch.stack(mean_patterns, dim=1),
        seeds=run.seeds[:n_seeds],
        steps=[run.losses.shape[1]] if steps is None else steps,
        outputs={f"t-{offset}": task.n_content for offset in task.offsets},
        **state,
    )
