"""The stored seeds: weights of 8 bits, what was measured in training, and of each head after it.

Each row of a matrix (its last axis) is stored as whole numbers from -127 to 127 and one scale.
`book/real_text/text.json` names the text, `seeds.json` what made each seed's file.
"""

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray
from torch import Tensor

from multihead import results
from multihead.real_text.byte_pairs import BytePairs
from multihead.real_text.text_model import TextModel
from multihead.real_text.text_training import TEXT_SIZES

STORED_TEXT = Path(__file__).parents[2] / "real_text"
SCALE = ".scale"
SHIPPED = range(8)  # the seeds that travel with notebooks; chosen by number, and not by result


def stored_seeds() -> list[int]:
    """Return the seeds that are stored."""
    return sorted(int(path.stem.removeprefix("seed-")) for path in STORED_TEXT.glob("seed-*.npz"))


def stored_seed(seed: int) -> tuple[TextModel, dict[str, np.ndarray]]:
    """Return the model of a seed, from its weights of 8 bits, and what was measured in training.

    Raises
    ------
    ValueError
        If the seed is not stored.
    """
    path = seed_file(seed)
    if not path.is_file():
        raise ValueError(f"seed {seed} is not stored; use one of {stored_seeds()}")
    with np.load(path) as arrays:
        stored_arrays = {name: arrays[name] for name in arrays.files}
    model = TextModel(**TEXT_SIZES)
    model.load_state_dict(from_eight_bits(stored_arrays))
    weights = {
        name for name in stored_arrays if name + SCALE in stored_arrays or name.endswith(SCALE)
    }
    return model, {name: array for name, array in stored_arrays.items() if name not in weights}


def store_seed(
    seed: int, made_from: str, weights: Mapping[str, Tensor], measured: Mapping[str, np.ndarray]
) -> None:
    """Store a seed: its weights, their digest before rounding, and what was measured.

    ``made_from`` is the digest of the code that trained it; it stands beside, in `seeds.json`.
    """
    arrays = to_eight_bits(weights) | {"digest": np.array(digest_of(weights))} | {**measured}
    np.savez_compressed(seed_file(seed), allow_pickle=False, **arrays)
    _keep("seeds.json", seed, results.sealed(made_from, file=file_digest(seed)))


def seed_file(seed: int) -> Path:
    return STORED_TEXT / f"seed-{seed:02}.npz"


def file_digest(seed: int) -> str:
    """Hash the file of a seed."""
    return hashlib.sha256(seed_file(seed).read_bytes()).hexdigest()[:16]


def to_eight_bits(weights: Mapping[str, Tensor]) -> dict[str, np.ndarray]:
    """Round each row of each parameter to whole numbers times its scale."""
    stored = {}
    for name, weight in weights.items():
        scale = weight.abs().amax(dim=-1, keepdim=True) / 127
        stored[name] = (weight / scale.where(scale > 0, 1)).round().to(torch.int8).numpy()
        stored[name + SCALE] = scale.numpy()
    return stored


def from_eight_bits(stored: Mapping[str, np.ndarray]) -> dict[str, Tensor]:
    """Undo :func:`to_eight_bits`, up to rounding."""
    rows = (name for name in stored if name + SCALE in stored)
    return {name: torch.from_numpy(stored[name] * stored[name + SCALE]) for name in rows}


def digest_of(weights: Mapping[str, Tensor]) -> str:
    """Hash the bits of all weights."""
    bits = b"".join(weights[name].numpy().tobytes() for name in sorted(weights))
    return hashlib.sha256(bits).hexdigest()[:16]


@cache
def stored_pairs() -> BytePairs:
    """Return the tokens of the stored models."""
    return BytePairs(results.read(STORED_TEXT / "tokens.json")["tokens"])


def stored_heads() -> dict[int, dict[str, np.ndarray]]:
    """Return what ``bench/heads_of_text.py`` measured of the heads, by seed and name."""
    return {
        int(seed): {name: np.array(values) for name, values in entry["found"].items()}
        for seed, entry in results.read(STORED_TEXT / "heads.json").items()
    }


def stored_guesses() -> dict[str, float]:
    """Return what guessing without a model costs, in nats a token, by how it guesses.

    ``bench/guesses_of_text.py`` measured it on the packages that no model has learnt.
    """
    return results.read(STORED_TEXT / "guesses.json")["found"]


def stored_windows() -> dict[int, dict[str, np.ndarray]]:
    """Return what ``bench/windows_of_text.py`` measured on windows that begin anywhere, by seed."""
    by_seed = results.read(STORED_TEXT / "windows.json")["found"]
    return {
        int(seed): {name: np.array(values) for name, values in measures.items()}
        for seed, measures in by_seed.items()
    }


@dataclass(frozen=True)
class Similarity:
    """How similar the heads of the stored models are, layer by layer, all seeds together.

    Attributes
    ----------
    similarity
        By measure (``"overlap"``, ``"pattern"``, ``"output"``, ``"cost"``) and then by
        ``"trained"`` and ``"untrained"``: (layer, head, head), the heads of all seeds in the order
        seed * 4 + head. ``bench/same_heads.py`` says what each measure is.
    layers
        By ``"trained"`` and ``"untrained"``: the linear CKA of what whole layers write,
        (layer, seed, seed).
    clusters
        Which of the four clusters of its layer each head is, (layer, seed, head).
    by_kind
        What a head's removal costs at the tokens of a kind, over its mean at all tokens:
        (layer, seed, head, kind).
    kinds
        The names of these kinds of tokens.
    patterns, untrained_patterns
        The patterns of all heads on one excerpt, (layer, head, query, key).
    tokens
        The tokens of the excerpt.
    checks
        What was measured in other ways, by its name and then by layer.
    stated
        What was stated before anything was measured, by its name: the bounds, ``above`` and
        ``below``, and what was ``found``.
    """

    similarity: Mapping[str, Mapping[str, Float[ndarray, "layer any_head any_head"]]]
    layers: Mapping[str, Float[ndarray, "layer seed seed"]]
    clusters: Int[ndarray, "layer seed head"]
    by_kind: Float[ndarray, "layer seed head kind"]
    kinds: list[str]
    patterns: Float[ndarray, "layer any_head query key"]
    untrained_patterns: Float[ndarray, "layer any_head query key"]
    tokens: list[str]
    checks: Mapping[str, list[float]]
    stated: Mapping[str, Mapping[str, float | None]]


STATES = "trained", "untrained"
MEASURES = "overlap", "pattern", "output", "cost"
STEP = 200  # parts of 1 that numbers are rounded to


def stored_similarity() -> Similarity:
    """Return what ``bench/same_heads.py`` measured of the heads of all seeds."""
    found = results.read(STORED_TEXT / "similarity.json")["found"]
    with np.load(STORED_TEXT / "similarity.npz") as arrays:
        whole = {name: arrays[name] / STEP for name in arrays.files}
    tables = {name: whole.pop(name) for name in [*whole] if name.split()[0] in MEASURES}
    return Similarity(
        similarity={
            measure: {state: _both_halves(tables[f"{measure} {state}"]) for state in STATES}
            for measure in MEASURES
        },
        layers={state: whole[f"layers {state}"] for state in STATES},
        by_kind=whole["by kind"],
        patterns=whole["patterns trained"],
        untrained_patterns=whole["patterns untrained"],
        clusters=np.array(found.pop("clusters")),
        **found,
    )


def keep_similarity(
    made_from: str,
    similarity: Mapping[str, Mapping[str, Tensor]],
    arrays: Mapping[str, Tensor],
    **found: Any,
) -> None:
    """Replace what :func:`stored_similarity` returns; a table keeps what is above its diagonal.

    ``made_from`` is the digest of the code that measured it.
    """
    upper = {}
    for measure, states in similarity.items():
        for state, table in states.items():
            row, column = torch.triu_indices(table.shape[1], table.shape[2], 1)
            upper[f"{measure} {state}"] = table[:, row, column]
    whole = {
        name: (values * STEP).round().to(torch.int16).numpy()
        for name, values in (upper | {**arrays}).items()
    }
    file = STORED_TEXT / "similarity.npz"
    np.savez_compressed(file, allow_pickle=False, **whole)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    sealed = results.sealed(made_from, file=digest, found=found)
    results.write(STORED_TEXT / "similarity.json", sealed)


def _both_halves(upper: Float[ndarray, "layer pair"]) -> Float[ndarray, "layer head head"]:
    """Return symmetric tables, 1 on the diagonal, of what is above it."""
    n = (1 + math.isqrt(1 + 8 * upper.shape[1])) // 2
    tables = np.zeros((len(upper), n, n))
    tables[:, *np.triu_indices(n, 1)] = upper
    return tables + tables.swapaxes(1, 2) + np.eye(n)


def keep_heads(seed: int, made_from: str, measures: Mapping[str, Any]) -> None:
    """Replace what was measured of one seed's heads; ``made_from`` is the digest of its code."""
    _keep("heads.json", seed, results.sealed(made_from, of_file=file_digest(seed), found=measures))


def _keep(name: str, seed: int, result: Mapping[str, Any]) -> None:
    whole = results.read(STORED_TEXT / name) | {str(seed): result}
    results.write(STORED_TEXT / name, dict(sorted(whole.items(), key=lambda item: int(item[0]))))
