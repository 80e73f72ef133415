"""Before the first step: check the arguments, stack the starts and try one batch."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Generator, Size, Tensor, nn

from multihead import setting
from multihead.attention_dropout import noting_shapes
from multihead.train.data import Task, batches, start_generator
from multihead.train.padding import Padding, padding_of, watched_layers
from multihead.train.perturbation import with_masks
from multihead.train.run import Params, named_tensors, over_seeds
from multihead.validation import whole_numbers

# Start and data use the numbers 2 * seed and 2 * seed + 1, of which PyTorch reads 32 bits.
LARGEST_SEED = 2**31 - 1


def read_seeds(name: str, seeds: Iterable[int]) -> list[int]:
    seeds = whole_numbers.read_all(name, seeds)
    outside = [s for s in seeds if not 0 <= s <= LARGEST_SEED]
    if outside:
        raise ValueError(f"{name} holds {outside[0]}; use 0 to {LARGEST_SEED}")
    return seeds


def distinct_seeds(seeds: Iterable[int]) -> list[int]:
    """Read the seeds to train; reject repeated ones."""
    seeds = read_seeds("seeds", seeds)
    if not seeds:
        raise ValueError("no seeds; give at least one, e.g. seeds=range(20)")
    twice = [s for s, times in Counter(seeds).items() if times > 1]
    if twice:
        raise ValueError(f"seeds {twice} are given more than once; give each seed once")
    return seeds


def read_plan(
    seeds: Iterable[int],
    data_seeds: Iterable[int] | None,
    steps: int,
    batch: int,
    checkpoints: Iterable[int],
) -> tuple[list[int], list[int], set[int]]:
    """Read and check the seeds, the seeds of the data and the checkpoints."""
    seeds = distinct_seeds(seeds)
    data_seeds = seeds if data_seeds is None else read_seeds("data_seeds", data_seeds)
    if len(data_seeds) != len(seeds):
        raise ValueError(f"{len(seeds)} seeds but {len(data_seeds)} data_seeds; give one per seed")
    for name, number in (("steps", steps), ("batch", batch)):
        if whole_numbers.read_all(name, [number])[0] < 1:
            raise ValueError(f"{name}={number}; use 1 or more")
    checkpoint_steps = set(whole_numbers.read_all("checkpoints", checkpoints))
    beyond = sorted(c for c in checkpoint_steps if not 0 <= c <= steps)
    if beyond:
        raise ValueError(f"checkpoints {beyond} are never reached; use 0 to steps={steps}")
    return seeds, data_seeds, checkpoint_steps


@dataclass
class Prepared:
    """What is trained, tried on one batch.

    Attributes
    ----------
    template
        One model.
    params
        The stacked parameters of all seeds.
    trained
        The names of those that are trained.
    losses_of
        Takes parameters, a batch and a mask for each pattern; returns the losses of all seeds.
    padding
        The zeros to train the heads with: none if a loss is given, which may count their numbers.
    pattern_shapes
        Of the patterns that a setting with dropout masks; of none without.
    """

    template: nn.Module
    params: Params
    trained: list[str]
    losses_of: Callable[..., Tensor]
    padding: Padding
    pattern_shapes: list[Size]


def prepare(
    model: Callable[[Generator], nn.Module],
    task: Task,
    seeds: list[int],
    data_seed: int,
    batch: int,
    *,
    loss: Callable[..., Tensor] | None = None,
    start: Mapping[str, Tensor] | None = None,
    device: str | torch.device = "cpu",
) -> Prepared:
    """Make the models and try the first one; raise an error if it cannot be trained."""
    if not isinstance(task, Task) or (loss is None and not hasattr(task, "loss")):
        raise TypeError(
            f"{type(task).__name__} is not a task: it needs sample(n, generator) and, unless train "
            "gets a loss, loss(prediction, target)"
        )
    models = (starting_model(model, seed) for seed in seeds)
    template, params = stack_starts(models, seeds, start, device)
    trained = [name for name, p in template.named_parameters() if p.requires_grad]
    loss_of_one = loss or partial(_task_loss, task)
    losses_of = over_seeds(loss_of_one, template)
    with watched_layers(template) as n_pos, noting_shapes() as pattern_shapes:
        check_fit(losses_of, params, trained, next(batches(task, [data_seed], batch, device)))
    padding = padding_of(template, n_pos if loss is None else {})
    if not setting.current().attention_dropout:
        pattern_shapes = []
    losses_of = over_seeds(with_masks(loss_of_one, len(pattern_shapes)), template)
    return Prepared(template, params, trained, losses_of, padding, pattern_shapes)


def starting_model(model: Callable[[Generator], nn.Module], seed: int) -> nn.Module:
    """Make the model of one seed, its trained parameters scaled as the setting says."""
    start = model(start_generator(seed))
    if setting.current().start != 1 and isinstance(start, nn.Module):
        with torch.no_grad():
            for parameter in start.parameters():
                parameter *= setting.current().start if parameter.requires_grad else 1
    return start


def stack_starts(
    models: Iterable[nn.Module],
    seeds: list[int],
    start: Mapping[str, Tensor] | None,
    device: str | torch.device,
) -> tuple[nn.Module, Params]:
    """Stack the parameters and buffers of every seed's model; return one model as a template."""
    states: list[Params] = []
    model = nn.Module()
    for seed, model in zip(seeds, models, strict=True):
        if not isinstance(model, nn.Module):
            raise TypeError(f"model(generator) gave a {type(model).__name__}; give an nn.Module")
        states.append({k: v.detach() for k, v in named_tensors(model)})
        shapes = [{k: _form(v) for k, v in states[i].items()} for i in (0, -1)]
        if shapes[0] != shapes[1]:
            raise ValueError(
                f"parameters do not stack: seed {seeds[0]} has {shapes[0]} and seed {seed} has "
                f"{shapes[1]}; make a model whose shapes do not depend on the generator"
            )
    params = {k: torch.stack([state[k] for state in states]) for k in states[0]}
    for name, weights in (start or {}).items():
        if name not in params:
            raise ValueError(f"start names {name!r}; the model has {', '.join(params)}")
        if not isinstance(weights, Tensor):
            raise TypeError(f"start[{name!r}] is a {type(weights).__name__}; give a torch tensor")
        if weights.shape != params[name].shape:
            raise ValueError(
                f"start[{name!r}] has shape {tuple(weights.shape)}; {len(seeds)} seeds of this "
                f"model need {tuple(params[name].shape)}"
            )
        params[name] = weights.detach().clone()
    return model.to(device), {k: p.to(device) for k, p in params.items()}


def _form(tensor: Tensor) -> tuple[int, ...] | str:
    shape = tuple(tensor.shape)
    usual = tensor.dtype == torch.get_default_dtype()
    return shape if usual else f"{shape} of {tensor.dtype}"


def check_fit(
    losses_of: Callable, params: Params, trained: list[str], first: tuple[Tensor, ...]
) -> None:
    """Compute the first seed's loss once; if this fails, the error names the sizes."""
    shapes = ", ".join(str(tuple(t.shape[1:])) for t in first)
    alone = {name: p[:1].clone() for name, p in params.items()}  # a loss may write to buffers
    for name in trained:
        alone[name].requires_grad_()
    try:
        losses = losses_of(alone, *first)
    except (RuntimeError, IndexError, TypeError, ValueError) as error:
        raise ValueError(
            f"the model cannot be trained on this task, whose tensors have shapes {shapes}: {error}"
        ) from error
    if losses.shape != (1,):
        raise ValueError(
            f"the loss of one seed has shape {tuple(losses.shape[1:])}; it must be one number"
        )
    if not losses.requires_grad:
        raise ValueError(
            f"no trained parameter changes the loss; trained: {', '.join(trained) or 'none'}"
        )


def _task_loss(task: Any, model: nn.Module, *batch: Tensor) -> Tensor:
    return task.loss(model(*batch[:-1]), batch[-1])
