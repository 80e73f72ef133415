"""What the heads of a model make of a sentence, and how it travels to the page."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from traitlets import TraitError

from multihead import minilm
from multihead.widgets.base.patterns import check_pattern, real_numbers
from multihead.widgets.two_sentences.sentences import LONGEST

# Attention weights travel as one byte each, in steps of their square roots: where a head leans on
# [CLS], which gets nothing written, what it writes comes from weights far below 0.01.
ROOT_STEPS = 80
# Norms travel as one byte each: 0, or 2 ** (byte / PER_OCTAVE - OCTAVES), from 0.016 to 25.
PER_OCTAVE, OCTAVES = 24, 6


class Reading(NamedTuple):
    r"""A sentence as the heads of a model read it.

    Attributes
    ----------
    tokens
        One text for each position.
    pattern
        The attention weights.
    norms
        For each head and key, :math:`\lVert v_j W_O \rVert`, with the value's bias: how much comes
        from there for a weight of 1.
    """

    tokens: Sequence[str]
    pattern: Float[np.ndarray, "layer head query key"]
    norms: Float[np.ndarray, "layer head key"]


Read = Callable[[str], tuple[Sequence[str], Any, Any]]  # tokens, pattern, norms


def read_minilm(sentence: str) -> Reading:
    """Read a sentence with MiniLM: the first tokens of it, and the last, where it is long."""
    ids = minilm.to_ids([sentence])
    tokens = minilm.word_pieces(sentence)
    if len(tokens) > LONGEST:
        ids = torch.cat([ids[:, : LONGEST - 1], ids[:, -1:]], dim=1)
        tokens = [*tokens[: LONGEST - 1], tokens[-1]]
    run = minilm.encode(ids)
    values = run.head_values[:, 0] @ minilm.trained_weights()["W_O"]  # (layer, head, key, d_model)
    return Reading(tokens, run.head_patterns[:, 0].numpy(), values.norm(dim=-1).numpy())


def check_reading(sentence: str, reading: Any) -> Reading:
    """Return a reading as lists and float64.

    Raises
    ------
    TraitError
        If its parts do not fit together, hold NaN, or are no pattern and no norms.
    """
    try:
        tokens, pattern, norms = reading
    except (TypeError, ValueError):
        raise TraitError(
            f"read({sentence!r}) gives {type(reading).__name__}; return (tokens, pattern, norms)"
        ) from None
    tokens = [str(token) for token in tokens]
    pattern, norms = (real_numbers(*each) for each in (("pattern", pattern), ("norms", norms)))
    if pattern.ndim != 4 or norms.shape != pattern.shape[:3]:
        raise TraitError(
            f"read({sentence!r}) gives a pattern of shape {pattern.shape} and norms of "
            f"{norms.shape}; give (layer, head, query, key) and (layer, head, key)"
        )
    check_pattern(pattern)
    if len(tokens) != pattern.shape[-1] or len(tokens) > LONGEST:
        raise TraitError(
            f"read({sentence!r}) gives {len(tokens)} tokens and a pattern of {pattern.shape[-1]}; "
            f"make them equal, {LONGEST} at most"
        )
    if norms.min() < 0:
        raise TraitError(f"norms holds {norms.min():.3g}; a norm is not negative")
    return Reading(tokens, pattern.astype(np.float64), norms.astype(np.float64))


def pack_readings(readings: Iterable[Reading]) -> dict[str, Any]:
    """Write readings as the page has them: all patterns, then all norms, a byte for each number.

    A pattern with as many tokens as the one before it travels as the difference, modulo 256.
    """
    listed = list(readings)
    differences, before = [], np.zeros(0, "u1")
    for reading in listed:
        steps = pattern_bytes(reading.pattern)
        differences.append(steps - before if before.shape == steps.shape else steps)
        before = steps
    return {
        "_tokens": [[*r.tokens] for r in listed],
        "_patterns": b"".join(array.tobytes() for array in differences),
        "_norms": b"".join(norm_bytes(r.norms).tobytes() for r in listed),
    }


def pattern_bytes(pattern: Float[np.ndarray, "..."]) -> np.ndarray:
    """Write attention weights, to 0.01 or better, and small ones better."""
    return np.rint(ROOT_STEPS * np.sqrt(pattern)).astype("u1")


def norm_bytes(norms: Float[np.ndarray, "..."]) -> np.ndarray:
    """Write norms in steps of 3 %."""
    steps = np.rint(PER_OCTAVE * (np.log2(np.maximum(norms, 1e-30)) + OCTAVES))
    return np.where(norms > 0, np.clip(steps, 1, 255), 0).astype("u1")


def as_shown(reading: Reading) -> Reading:
    """Return a reading with the numbers that travel; each row of a pattern sums to 1 again."""
    squares = (pattern_bytes(reading.pattern) / ROOT_STEPS) ** 2
    steps = norm_bytes(reading.norms).astype(np.float64)
    return Reading(
        reading.tokens,
        squares / squares.sum(axis=-1, keepdims=True),
        np.where(steps > 0, 2 ** (steps / PER_OCTAVE - OCTAVES), 0),
    )


def written(reading: Reading) -> Float[np.ndarray, "layer head query key"]:
    r"""Return of what a head writes to each query the part that comes from each key.

    .. math:: \frac{A_{ij} \lVert v_j W_O \rVert}{\sum_k A_{ik} \lVert v_k W_O \rVert}

    Notes
    -----
    Kobayashi et al. (2020), "Attention is not only a weight", with the sum of the norms in place of
    the norm of the sum.
    """
    sizes = reading.pattern * reading.norms[:, :, None]
    sums = sizes.sum(axis=-1, keepdims=True)
    return np.divide(sizes, sums, out=np.zeros_like(sizes), where=sums > 0)
