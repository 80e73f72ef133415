"""What widgets of patterns share: name axes, check data, pack what is sent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from traitlets import TraitError

AXES = ("seed", "step", "layer", "head", "query", "key")
FLOAT32_AT_MOST = 16_384
STEPS_TO_ONE = 200
ROW_SUM_TOLERANCE = 2**-8  # what rounding to bfloat16 can move a sum of 1 by
LARGEST = 1e30  # the page keeps float32, which ends at 3.4e38, and adds up


def as_array(name: str, values: Any) -> np.ndarray:
    """Read whatever NumPy reads, and torch tensors of any type of number and on any device."""
    try:
        if hasattr(values, "detach"):
            values = values.detach().cpu()
            if values.is_floating_point() and values.element_size() < 4:
                values = values.float()  # NumPy has no bfloat16
        return np.asarray(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TraitError(f"{name} is not an array: {error}; give one, or a tensor") from error


def real_numbers(name: str, values: Any) -> np.ndarray:
    """Read an array or a torch tensor; refuse what is empty, not real, not finite, or huge."""
    array = as_array(name, values)
    if array.dtype.kind not in "fiub":
        raise TraitError(f"{name} holds {array.dtype}; give real numbers")
    if array.size == 0:
        raise TraitError(f"{name} has shape {array.shape}: an axis of length 0 shows nothing")
    bad = np.count_nonzero(~np.isfinite(array))
    if bad:
        raise TraitError(
            f"{name} holds {bad} NaN or infinite number(s) of {array.size}; leave out the seeds "
            "that diverged"
        )
    size = max(float(array.max()), -float(array.min()))
    if size > LARGEST:
        raise TraitError(
            f"{name} holds numbers up to {size:.3g} in size; the page takes up to {LARGEST:g}: "
            "divide it, and what goes with it, by one number"
        )
    return array


def with_all_axes(name: str, values: Any, axes: str | None, last: str = "query key") -> np.ndarray:
    """Give an array all six axes, with length 1 for those it lacks.

    Parameters
    ----------
    name
        What to call the array in an error.
    values
        Anything NumPy reads, or a torch tensor.
    axes
        Its axes in their order, e.g. ``"layer head query key"``. If None the array has all six
        or is ``"head query key"``.
    last
        The names of the last two axes.

    Raises
    ------
    TraitError
        If the array is not real numbers, holds NaN, infinity or what is above 1e30 in size, is
        empty, or does not fit ``axes``.
    """
    array = real_numbers(name, values)
    names = [*AXES[:4], *last.split()]
    if not isinstance(axes, str | None):
        raise TraitError(f"axes={axes!r}; give one text, e.g. axes='layer head query key'")
    if axes is None and array.ndim not in (3, 6):
        raise TraitError(
            f"{name} has shape {array.shape}, {array.ndim} axes; give all six ({', '.join(names)}) "
            f"or say which they are, e.g. axes='layer head query key'"
        )
    if axes is None:
        named_axes = names if array.ndim == 6 else names[3:]
    else:
        named_axes = axes.replace("query key", last).split()
        if len(set(named_axes)) < len(named_axes) or not set(names[-2:]) <= set(named_axes) <= set(
            names
        ):
            raise TraitError(
                f"axes={axes!r}; name each axis once, out of {' '.join(AXES)}, with query key last"
            )
    if len(named_axes) != array.ndim:
        raise TraitError(
            f"{name} has shape {array.shape}, {array.ndim} axes, but axes names {len(named_axes)}: "
            f"{' '.join(named_axes)}; make them equal"
        )
    array = array.transpose([named_axes.index(n) for n in names if n in named_axes])
    missing = tuple(i for i, n in enumerate(names) if n not in named_axes)
    return np.expand_dims(array, missing).astype(np.float64)


def check_pattern(
    pattern: np.ndarray, room: float = ROW_SUM_TOLERANCE, *, sink: bool = False
) -> None:
    """Refuse what is no attention pattern: not square, negative, or rows that do not sum to 1.

    ``room`` is how far from 1 a sum may be. With a sink the last key is no token.
    """
    n_queries, n_keys = pattern.shape[-2:]
    if n_queries != n_keys - sink:
        raise TraitError(
            f"pattern has {n_queries} queries and {n_keys} keys; this widget shows self-attention, "
            "which has as many keys as queries"
        )
    if pattern.min() < 0:
        raise TraitError(
            f"pattern holds {pattern.min():.3g}; attention weights are not negative: give the "
            "pattern after the softmax, not the scores"
        )
    sums = pattern.sum(axis=-1)
    off = np.abs(sums - 1) > room
    if off.any():
        where = np.argwhere(off)[0]
        place = ", ".join(f"{axis} {i}" for axis, i in zip(AXES, where, strict=False))
        raise TraitError(
            f"{off.sum()} of {off.size} rows of pattern do not sum to 1, the first at {place}: "
            f"{sums[tuple(where)]:.4g}; give the pattern after the softmax over the keys"
        )


def pack(pattern: np.ndarray) -> tuple[bytes, bool, bool]:
    """Write a checked pattern as bytes: ``(data, quantised, causal)``.

    Up to 16 384 numbers travel as float32, more as uint8 in steps of 0.005 (finer steps would
    take 4 layers of 8 heads at 128 tokens over 200 kB). If no query looks ahead anywhere
    (``causal``), only the lower triangles are written, row by row.
    """
    n = pattern.shape[-1]
    causal = not np.triu(pattern, 1).any()
    numbers = pattern[..., *np.tril_indices(n)] if causal else pattern
    quantised = numbers.size > FLOAT32_AT_MOST
    return to_bytes(numbers, quantised), quantised, causal


def to_bytes(numbers: np.ndarray, quantised: bool) -> bytes:
    steps = np.rint(numbers * STEPS_TO_ONE).astype("u1") if quantised else numbers.astype("<f4")
    return steps.tobytes()


def check_queries_keys(pattern: np.ndarray, queries: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """Make sure that queries and keys give the pattern; return the mask it was made under.

    Returns
    -------
    ndarray of bool, shape (query, key)
        True where any seed, step, layer or head attends.
    """
    for name, array in (("queries", queries), ("keys", keys)):
        if array.shape[:-1] != pattern.shape[:-1]:
            raise TraitError(
                f"{name} is {array.shape[:-1]} over (seed, step, layer, head, pos) but pattern is "
                f"{pattern.shape[:-1]} over (seed, step, layer, head, query); make them equal"
            )
    if queries.shape != keys.shape:
        raise TraitError(
            f"queries are {queries.shape[-1]} wide and keys {keys.shape[-1]}; "
            "their dot product needs one width"
        )
    mask = np.asarray(pattern.any(axis=(0, 1, 2, 3)))  # (query, key)
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])
    scores = np.where(mask, scores, -np.inf)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    error = np.abs(shares - pattern).max()
    if error > ROW_SUM_TOLERANCE:
        raise TraitError(
            f"queries and keys give a pattern that differs from this one by up to {error:.3g}; "
            "take all three from the same forward pass, in float32"
        )
    return mask


def in_order(name: str, items: Any, how_many: str = "") -> list[Any]:
    """Make a list of what stands in order; refuse one text, one number, a set and a mapping."""
    if isinstance(items, str | bytes):
        raise TraitError(f"{name} is one text; give a list{how_many}")
    if hasattr(items, "detach"):
        items = items.tolist()
    no_order = isinstance(items, set | frozenset | Mapping) or getattr(items, "shape", None) == ()
    if no_order or not isinstance(items, Iterable):
        raise TraitError(f"{name}={items!r}; give a list{how_many}")
    return list(items)


def names(name: str, labels: Sequence[Any] | None, axis: str, sizes: dict[str, int]) -> list[str]:
    """Give one text for each place on an axis; 0, 1, 2, … if nothing is given."""
    every = range(sizes[axis]) if labels is None else labels
    items = in_order(name, every, f" with one for each {axis}")
    texts = [str(item) for item in items]
    if len(texts) != sizes[axis]:
        raise TraitError(
            f"{len(texts)} {name} but there are {sizes[axis]} along the {axis} axis; "
            "make them equal"
        )
    for item, text in zip(items, texts, strict=True):
        if isinstance(item, bytes):
            raise TraitError(f"{name} holds {item!r}; decode bytes to text first")
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise TraitError(f"{name} holds {text!r}, half a surrogate pair, which is not text")
    return texts
