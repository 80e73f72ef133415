"""The weights of MiniLM as the page fetches them: 8 bits a weight, and a scale for each column.

A length (uint32), then a header of so many bytes as JSON, then the arrays that it names, one after
the other; compressed. Of the last layer the MLP is left out, since no head reads what it writes.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from torch import Tensor

from multihead.minilm.weights import trained_weights
from multihead.minilm.word_pieces import vocabulary
from multihead.widgets.two_sentences.sentences import LONGEST

# Count up with whatever changes in the file: browsers keep it.
SITE_FILE = "_static/minilm/weights-1.bin"
SITE_FILE_BYTES = 19_800_000  # about as many
INT8 = 127
NORM = "scale", "shift"


def site_file() -> bytes:
    """Return the file by which a site brings MiniLM."""
    return zlib.compress(to_bytes(trained_weights(), [*vocabulary()]), 9)


def to_bytes(weights: Mapping[str, Tensor], tokens: Sequence[str]) -> bytes:
    """Write weights named as `multihead.minilm.trained_weights` has them, and all tokens."""
    arrays, parts = [], []
    for name, kind, array in _arrays(weights):
        arrays.append([name, kind, [*array.shape]])
        parts.extend(_in_bytes(kind, array))
    n_heads = weights["W_Q"].shape[1]
    header = {"heads": n_heads, "arrays": arrays, "vocabulary": [*tokens]}
    text = json.dumps(header, separators=(",", ":")).encode()
    return b"".join([np.array(len(text), "<u4").tobytes(), text, *parts])


def _arrays(weights: Mapping[str, Tensor]) -> list[tuple[str, str, np.ndarray]]:
    """Return name, kind and numbers of each array, heads side by side as BERT has them."""
    n_layers = len(weights["W_Q"])
    found: list[tuple[str, str, Any]] = [
        ("E", "rows", weights["E"]),
        ("P", "rows", weights["P"][:LONGEST]),
        ("segment", "plain", weights["segment"]),
    ]
    for layer in range(n_layers):
        for name in "QKV":
            matrix, bias = weights[f"W_{name}"][layer], weights[f"b_{name}"][layer]
            found.append((f"W_{name}.{layer}", "columns", matrix.transpose(0, 1).flatten(1)))
            found.append((f"b_{name}.{layer}", "plain", bias.flatten()))
        found.append((f"W_O.{layer}", "columns", weights["W_O"][layer].flatten(0, 1)))
        found.append((f"b_O.{layer}", "plain", weights["b_O"][layer]))
        for name in ("in", "out") if layer < n_layers - 1 else ():
            found.append((f"W_{name}.{layer}", "columns", weights[f"W_{name}"][layer]))
            found.append((f"b_{name}.{layer}", "plain", weights[f"b_{name}"][layer]))
    for norm in range(2 * n_layers - 1):
        found += [(f"{part}_{norm}", "plain", weights[f"{part}_{norm}"]) for part in NORM]
    return [(name, kind, array.numpy()) for name, kind, array in found]


def _in_bytes(kind: str, array: np.ndarray) -> list[bytes]:
    """Write whole numbers from -127 to 127 and the scale of each row or column, or floats."""
    if kind == "plain":
        return [array.astype("<f4").tobytes()]
    axis = 1 if kind == "rows" else 0
    scales = np.abs(array).max(axis=axis, keepdims=True) / INT8
    numbers = np.rint(array / np.where(scales > 0, scales, 1)).astype("i1")
    return [numbers.tobytes(), scales.astype("<f4").tobytes()]
