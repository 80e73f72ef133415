"""What SameHeads is given: similarities, clusters and patterns, checked and packed."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float, Int
from traitlets import TraitError

from multihead.widgets.base import patterns

MODELS = ["untrained", "trained"]
MEASURES = {"pattern": "attention pattern", "output": "output", "cost": "ablation cost"}
HUNDRED = 100  # similarities travel in steps of 0.01
ROOM = 0.01  # for a similarity that was rounded

Clusters = Int[np.ndarray, "layer seed head"]
Shape = tuple[int, ...]


def read_clusters(name: str, values: Any) -> Clusters:
    """Read the cluster of each head, and make sure that each seed has one head of each."""
    clusters = patterns.real_numbers(name, values)
    if clusters.ndim != 3 or min(clusters.shape[1:]) < 2:
        raise TraitError(
            f"{name} has shape {clusters.shape}; give (layer, seed, head), with 2 or more seeds "
            "and heads"
        )
    expected = np.arange(clusters.shape[-1])
    wrong = np.argwhere((np.sort(clusters, axis=-1) != expected).any(axis=-1))
    if len(wrong):
        layer, seed = wrong[0]
        raise TraitError(
            f"{name} of layer {layer}, seed {seed} are {clusters[layer, seed].tolist()}; give each "
            f"of its {len(expected)} heads a different cluster, 0 to {len(expected) - 1}"
        )
    return clusters.astype(int)


def read_similarity(
    similarity: Mapping[str, Mapping[str, Any]], shape: Shape
) -> Int[np.ndarray, "measure models layer one other"]:
    """Read all similarities, in hundredths; ``shape`` is (layer, seed, head)."""
    n = shape[1] * shape[2]
    found = []
    for measure in MEASURES:
        for models in MODELS:
            name = f"similarity[{measure!r}][{models!r}]"
            try:
                values = similarity[measure][models]
            except (KeyError, TypeError, IndexError) as error:
                raise TraitError(
                    f"there is no {name}; give a mapping of {', '.join(MEASURES)}, each of "
                    f"{' and '.join(MODELS)}"
                ) from error
            found.append(_checked(name, patterns.real_numbers(name, values), (shape[0], n, n)))
    whole = np.rint(HUNDRED * np.stack(found)).astype(int)
    return whole.reshape(len(MEASURES), len(MODELS), *whole.shape[1:])


def _checked(name: str, array: np.ndarray, shape: Shape) -> np.ndarray:
    if array.shape != shape:
        raise TraitError(
            f"{name} has shape {array.shape}, but for these clusters it is {shape}: (layer, head, "
            "head), with the heads of all seeds"
        )
    if np.abs(array).max() > 1 + ROOM:
        raise TraitError(f"{name} goes from {array.min():.3g} to {array.max():.3g}; use -1 to 1")
    if np.abs(array - array.swapaxes(1, 2)).max() > ROOM:
        raise TraitError(f"{name} is not symmetric; compare two heads the same in either order")
    own = np.diagonal(array, axis1=1, axis2=2)
    if np.abs(own - 1).max() > ROOM:
        raise TraitError(f"{name} of a head with itself goes to {own.min():.3g}; it has to be 1")
    return array.clip(-1, 1)


def pack_similarity(hundredths: Int[np.ndarray, "measure models layer one other"]) -> bytes:
    """Write each pair of heads once, the first with the second first, as 0 to 200."""
    one, other = np.triu_indices(hundredths.shape[-1], 1)
    return (hundredths[..., one, other] + HUNDRED).astype("u1").tobytes()


def read_patterns(
    by_models: Mapping[str, Any], shape: Shape
) -> Float[np.ndarray, "seed models layer head query key"]:
    """Read the patterns of both kinds of models; ``shape`` is (layer, seed, head)."""
    n_layers, n_seeds, n_heads = shape
    found = []
    for name, values in by_models.items():
        array = patterns.real_numbers(name, values).astype(np.float64)
        if array.ndim != 4 or array.shape[:2] != (n_layers, n_seeds * n_heads):
            raise TraitError(
                f"{name} has shape {array.shape}, but for these clusters it is "
                f"{(n_layers, n_seeds * n_heads)} and (query, key)"
            )
        found.append(array.reshape(n_layers, n_seeds, n_heads, *array.shape[2:]))
    if found[0].shape != found[1].shape:
        sizes = " and ".join(f"{array.shape[3]} by {array.shape[4]}" for array in found)
        raise TraitError(f"{' and '.join(by_models)} have {sizes} tokens; take them from one text")
    pattern = np.stack(found).transpose(2, 0, 1, 3, 4, 5)
    rounded = pattern.shape[-1] / (2 * patterns.STEPS_TO_ONE)  # what rounding moves a sum by
    patterns.check_pattern(pattern, max(rounded, patterns.ROW_SUM_TOLERANCE))
    return pattern
