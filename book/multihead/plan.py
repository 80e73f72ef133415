"""What happens before the first step: refuse what cannot be trained, stack the starts."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

import torch
from torch import Tensor, nn

from multihead.run import Params, named_tensors


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


def stack_starts(
    models: Iterable[nn.Module],
    seeds: list[int],
    start: Mapping[str, Tensor] | None,
    device: str | torch.device,
) -> tuple[nn.Module, Params]:
    """Stack the parameters and buffers of every seed's model, and keep one model as template."""
    states: list[Params] = []
    for seed, model in zip(seeds, models, strict=True):
        if not isinstance(model, nn.Module):
            raise TypeError(f"model(generator) gave a {type(model).__name__}; give an nn.Module")
        states.append({k: v.detach() for k, v in named_tensors(model)})
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


def check_fit(losses_of: Callable, params: Params, first: tuple[Tensor, ...]) -> None:
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
