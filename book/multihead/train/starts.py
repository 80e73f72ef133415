"""Compare starts: train several of them from many seeds in one run, and see which parts part."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn

from multihead.train.data import Task, start_generator
from multihead.train.engine import train
from multihead.train.plan import distinct_seeds
from multihead.train.run import DIVERGED, Run, warn_of


def train_starts(
    starts: Sequence[Callable[[Generator], nn.Module]],
    task: Task,
    *,
    seeds: Sequence[int],
    **options: Any,
) -> Run:
    """Train every start from every seed, all in one call of :func:`multihead.train.train`.

    Parameters
    ----------
    starts
        Each makes one seed's model from a generator; they differ in values only. The axis
        ``seed`` of the run holds all seeds of the first start, then all of the second, ...
    seeds
        Seed s fixes the draws of every start and the data, which are the same for all starts.
    options
        Further arguments of ``train``, such as ``steps`` and ``optimizer``.

    Returns
    -------
    Run
        Its ``seeds``, and so the keys of ``diverged``, count along that axis.

    Raises
    ------
    ValueError
        If there is no start, no seed or one twice, or the models of two starts have different
        parameters.

    Warns
    -----
    RuntimeWarning
        If a loss stops being finite: of which start and seed, and when.
    """
    seeds = distinct_seeds(seeds)
    if not starts:
        raise ValueError("no starts; give at least one")
    states = [make(start_generator(s)).state_dict() for make in starts for s in seeds]
    shapes = [{name: tuple(p.shape) for name, p in state.items()} for state in states]
    odd = next((i for i, shape in enumerate(shapes) if shape != shapes[0]), None)
    if odd is not None:
        raise ValueError(
            f"start 0 has parameters {shapes[0]} and start {odd // len(seeds)} has {shapes[odd]}; "
            "make models that differ in values only"
        )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", DIVERGED, RuntimeWarning)  # it would name the rows
        run = train(
            starts[0],
            task,
            seeds=range(len(states)),
            data_seeds=seeds * len(starts),
            start={name: torch.stack([state[name] for state in states]) for name in states[0]},
            **options,
        )
    where = ((divmod(row, len(seeds)), step) for row, step in run.diverged.items())
    warn_of({f"start {start}, seed {seeds[i]}": step for (start, i), step in where})
    return run


def distance(params: Mapping[str, Tensor]) -> Float[Tensor, " seed"]:
    """Largest difference between a weight of ``parts.0`` and the same weight of ``parts.1``.

    It compares numbers, not functions: two heads that differ by a sign in both V and W_O compute
    the same and are far apart. Compare patterns to find such copies; see chapter 05.

    Parameters
    ----------
    params
        ``run.params`` or ``run.checkpoints[step]`` of a model that keeps what it adds up in a
        module list named ``parts``. Exactly 0 means equal to the last bit.

    Raises
    ------
    ValueError
        If the model has no two such parts with weights of the same names and shapes.
    """
    one, two = (
        {name[8:]: p for name, p in params.items() if name.startswith(f"parts.{i}.")}
        for i in (0, 1)
    )
    if not one or one.keys() != two.keys():
        raise ValueError(
            f"no two like parts among {', '.join(params)}; keep them in a ModuleList named 'parts'"
        )
    for name, p in one.items():
        if p.shape != two[name].shape:
            raise ValueError(
                f"{name} is {tuple(p.shape)} in part 0 and {tuple(two[name].shape)} in part 1; "
                "only parts of one shape can be equal"
            )
    return torch.cat([(one[n] - two[n]).flatten(1) for n in one], dim=1).abs().amax(dim=1)
