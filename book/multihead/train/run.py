"""The result of training many seeds, and how to call a one-seed function on all of them."""

import copy
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import functional_call, vmap

Params = dict[str, Tensor]
DIVERGED = "no longer finite"
# Seeds that `each` computes together: all twenty would take more memory and no less time.
AT_ONCE = 4


@dataclass
class Run:
    """The result of :func:`multihead.train.train`. The first axis of every tensor is the seed.

    Attributes
    ----------
    seeds
        The seeds, in the order of the first axis.
    params
        Final parameters (and buffers) by name, each (seed, ...).
    losses
        Shape (seed, step): the loss on each step's batch, before its update.
    checkpoints
        Parameters by number of updates.
    diverged
        Seeds whose loss or parameters stopped being finite, each with the first such step.
    """

    seeds: list[int]
    params: Params
    losses: Tensor
    checkpoints: dict[int, Params]
    diverged: dict[int, int]
    model: nn.Module = field(repr=False)

    def each(self, function: Callable[..., Any], *inputs: Any, step: int | None = None) -> Any:
        """Call ``function(model, *inputs)`` for the model of every seed, without gradients.

        All seeds get the same inputs. The tensors it returns have a leading seed axis:
        ``run.each(lambda model, x: model.heads(x).pattern, x)`` has the shape (seed, batch, head,
        query, key). ``step`` selects a checkpoint instead of the final parameters.
        """
        dims = (0, *(None for _ in inputs))
        buffers = {name for name, _ in self.model.named_buffers()}  # a model may write to them
        params = {k: p.clone() if k in buffers else p for k, p in self._params(step).items()}
        with torch.no_grad():
            return over_seeds(function, self.model, dims, AT_ONCE)(params, *inputs)

    def predict(self, x: Tensor, step: int | None = None) -> Tensor:
        """Return every seed's prediction for the same batch, (seed, batch, ...)."""
        return self.each(lambda model, x: model(x), x, step=step)

    def model_of(self, seed: int, step: int | None = None) -> nn.Module:
        """Return one seed's trained model as a separate module."""
        if seed not in self.seeds:
            raise ValueError(f"seed {seed} was not trained; use one of {self.seeds}")
        i = self.seeds.index(seed)
        model = copy.deepcopy(self.model)
        with torch.no_grad():
            for name, tensor in named_tensors(model):
                tensor.copy_(self._params(step)[name][i])
        return model

    def _params(self, step: int | None) -> Params:
        if step is None:
            return self.params
        if step not in self.checkpoints:
            raise ValueError(f"no checkpoint at step {step}; use one of {sorted(self.checkpoints)}")
        return self.checkpoints[step]


def over_seeds(
    function: Callable[..., Any], model: nn.Module, in_dims: Any = 0, at_once: int | None = None
) -> Callable:
    """Turn a one-seed ``function(model, *inputs)`` into ``f(params, *inputs)`` for all seeds."""

    class Call(nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, *inputs):
            return function(self.model, *inputs)

    call = Call()

    def one_seed(params: Params, *inputs: Any) -> Any:
        return functional_call(call, {f"model.{k}": p for k, p in params.items()}, inputs)

    return vmap(one_seed, in_dims, chunk_size=at_once)


def named_tensors(model: nn.Module) -> Iterator[tuple[str, Tensor]]:
    return chain(model.named_parameters(), model.named_buffers())


def find_diverged(seeds: list[int], losses: Tensor, params: Params) -> dict[int, int]:
    finite = [p.reshape(len(p), -1).isfinite().all(dim=1) for p in params.values()]
    # (seed, step) and one more column for the parameters after the last update: (seed, step + 1)
    bad = torch.cat([~losses.isfinite(), ~torch.stack(finite, dim=1).all(1, keepdim=True)], dim=1)
    return {s: int(b.int().argmax()) for s, b in zip(seeds, bad, strict=True) if b.any()}


def warn_of(diverged: Mapping[Any, int]) -> None:
    """Warn about the seeds that are no longer finite, if there are any."""
    if diverged:
        message = f"{DIVERGED}, by seed and step: {diverged}"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
