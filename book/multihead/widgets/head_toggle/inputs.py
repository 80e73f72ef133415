"""Read what HeadToggle is given and check that it fits together."""

from typing import Any

import numpy as np
from traitlets import TraitError

from multihead.validation import whole_numbers
from multihead.widgets.base import patterns

AXES = {
    "writes": "seed step example head pos d_out",
    "target": "example pos d_out",
    "pattern": "seed step head query key",
}


def read_writes(writes: Any, target: Any) -> tuple[np.ndarray, np.ndarray]:
    """Read what heads write, with all of its axes, and the target that fits it."""
    writes, target = _numbers("writes", writes), _numbers("target", target)
    _, _, n_examples, _, n_pos, d_out = writes.shape
    if target.shape != (n_examples, n_pos, d_out):
        raise TraitError(
            f"target is {target.shape} but writes are {(n_examples, n_pos, d_out)} over "
            "(example, pos, d_out); make them equal"
        )
    return writes, target


def read_pattern(pattern: Any, writes: np.ndarray) -> np.ndarray:
    """Read patterns (seed, step, head, query, key) of the heads that write."""
    numbers = _numbers("pattern", pattern)
    six_axes = patterns.with_all_axes("pattern", numbers, AXES["pattern"])
    patterns.check_pattern(six_axes)
    pattern = six_axes[:, :, 0]  # there is one layer
    write_shape = (*writes.shape[:2], *writes.shape[3:5])
    if pattern.shape[:4] != write_shape:
        raise TraitError(
            f"pattern is {pattern.shape[:4]} over (seed, step, head, query) but writes are "
            f"{write_shape} over (seed, step, head, pos); make them equal"
        )
    return pattern


def read_outputs(outputs: Any, d_out: int) -> list[tuple[str, int]]:
    """Read what the numbers of an output are called: names, and how many numbers each has."""
    if outputs is None:
        return [(str(i), 1) for i in range(d_out)]
    example = "{'t-1': 4, 't-2': 4}"
    try:
        groups = [(name, whole_numbers.read(count)) for name, count in dict(outputs).items()]
    except (TypeError, ValueError) as error:
        raise TraitError(
            f"outputs={outputs!r}; give names and how many numbers each has, e.g. {example}"
        ) from error
    counts = [count for _, count in groups]
    if min(counts, default=0) < 1 or sum(counts) != d_out:
        raise TraitError(
            f"outputs={dict(groups)} but an output has {d_out} numbers; say how many, 1 or more, "
            f"belong to each name, {d_out} in all"
        )
    texts = patterns.names("outputs", [name for name, _ in groups], "d_out", {"d_out": len(groups)})
    return list(zip(texts, counts, strict=True))


def _numbers(name: str, values: Any) -> np.ndarray:
    array, axes = patterns.real_numbers(name, values), AXES[name].split()
    if array.ndim != len(axes):
        raise TraitError(
            f"{name} has shape {array.shape}, {array.ndim} axes; give {len(axes)}: "
            f"({', '.join(axes)})"
        )
    return array
