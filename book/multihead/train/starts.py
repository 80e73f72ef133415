"""Compare starts: train several from many seeds in one run, and measure how far parts differ."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch
from jaxtyping import Float, Shaped
from torch import Generator, Tensor, nn

from multihead.train.data import Task
from multihead.train.engine import train
from multihead.train.plan import distinct_seeds, starting_model
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
        Each makes one seed's model from a generator. Their parameters have the same names and
        shapes. The seed axis of the run holds all seeds of the first start, then all of the
        second, ...
    seeds
        Seed s gives every start the same random draws and the same data.
    options
        Further arguments of ``train``, such as ``steps`` and ``optimizer``.

    Returns
    -------
    Run
        Its ``seeds`` and the keys of ``diverged`` are positions on that axis.

    Raises
    ------
    ValueError
        If there is no start or no seed, a seed is repeated, or the parameters of two starts
        differ in names or shapes.

    Warns
    -----
    RuntimeWarning
        If a loss or parameter stops being finite; it names the start, the seed and the step.
    """
    seeds = distinct_seeds(seeds)
    if not starts:
        raise ValueError("no starts; give at least one")
    states = [starting_model(make, s).state_dict() for make in starts for s in seeds]
    shapes = [{name: tuple(p.shape) for name, p in state.items()} for state in states]
    odd = next((i for i, shape in enumerate(shapes) if shape != shapes[0]), None)
    if odd is not None:
        raise ValueError(
            f"start 0 has parameters {shapes[0]} and start {odd // len(seeds)} has {shapes[odd]}; "
            "make models that differ in values only"
        )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", DIVERGED, RuntimeWarning)  # it would name rows only
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


def by_start(
    names: Iterable[str], values: Shaped[Tensor, "row *rest"]
) -> dict[str, Shaped[Tensor, "seed *rest"]]:
    """Cut the seed axis of a run with several starts into one piece for each start.

    Parameters
    ----------
    names
        Of the starts, in the order in which ``train_starts`` got them.
    values
        What was measured, for all seeds of the first start, then all of the second, …

    Raises
    ------
    ValueError
        If there is no name, a name is repeated, or the rows cannot be shared out evenly.
    """
    names = list(names)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"the starts are called {names}; give each its own name")
    if not len(values) or len(values) % len(names):
        raise ValueError(
            f"{len(values)} rows for {len(names)} starts; give as many rows for each start"
        )
    return dict(zip(names, values.unflatten(0, (len(names), -1)), strict=True))


def distance(params: Mapping[str, Tensor]) -> Float[Tensor, " seed"]:
    """Largest difference between a weight of ``parts.0`` and the same weight of ``parts.1``.

    Exactly 0 means equal to the last bit. This compares weights, not functions: two heads whose
    W_V and W_O both differ by a sign compute the same but are far apart. Compare patterns to find
    such copies; see chapter 05.

    Parameters
    ----------
    params
        ``run.params`` or ``run.checkpoints[step]`` of a model that adds up the modules of a
        module list named ``parts``.

    Raises
    ------
    ValueError
        If the model does not have two such parts with weights of the same names and shapes.
    """
    one, two = (
        {name[8:]: p for name, p in params.items() if name.startswith(f"parts.{i}.")}
        for i in (0, 1)
    )
    if not one or one.keys() != two.keys():
        raise ValueError(
            f"no two matching parts in {', '.join(params)}; put two in a ModuleList named 'parts'"
        )
    for name, p in one.items():
        if p.shape != two[name].shape:
            raise ValueError(
                f"{name} is {tuple(p.shape)} in part 0 and {tuple(two[name].shape)} in part 1; "
                "give both parts the same shapes"
            )
    return torch.cat([(one[n] - two[n]).flatten(1) for n in one], dim=1).abs().amax(dim=1)
