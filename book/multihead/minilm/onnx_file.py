"""The tensors of an ONNX file, read with NumPy alone.

An ONNX file is a message of Protocol Buffers: a sequence of fields, each with a key that holds its
number and its kind. Of the many fields we follow two: the graph in the model (7), and in it the
tensors (5), each with its sizes (1), its kind of number (2), its name (8) and its bytes (9).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

MODEL_GRAPH, GRAPH_TENSOR = 7, 5
SIZES, KIND, NAME, BYTES = 1, 2, 8, 9
VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5
NUMBERS = {1: "<f4", 3: "i1", 7: "<i8"}  # float32, int8, int64; the others are not weights


def read_tensors(path: Path) -> dict[str, np.ndarray]:
    """Return the tensors of float32, int8 and int64 that a file stores, by name.

    Raises
    ------
    ValueError
        If the file is no ONNX file, or not whole.

    Notes
    -----
    Tensors whose numbers do not stand as raw bytes are left out; those of PyTorch's export do.
    The format is described in `onnx.proto`, and on the page *Encoding* of Protocol Buffers.
    """
    try:
        graphs = [value for key, value in _fields(path.read_bytes()) if key == MODEL_GRAPH]
        tensors = (v for graph in graphs for key, v in _fields(graph) if key == GRAPH_TENSOR)
        found = dict(_tensor(tensor) for tensor in tensors)
    except (IndexError, TypeError, ValueError) as error:
        raise ValueError(
            f"{path.name} is not a complete ONNX file; install its package again"
        ) from error
    return {name: array for name, array in found.items() if array is not None}


def _tensor(message: bytes) -> tuple[str, np.ndarray | None]:
    sizes, kind, name, raw = [], 0, "", None
    for key, value in _fields(message):
        if key == SIZES:
            sizes += [value] if isinstance(value, int) else list(_varints(value))
        elif key == KIND:
            kind = value
        elif key == NAME:
            name = value.decode()
        elif key == BYTES:
            raw = value
    if raw is None or kind not in NUMBERS:
        return name, None
    return name, np.frombuffer(raw, NUMBERS[kind]).reshape(sizes)


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Give each field's number and value: a whole number, or bytes that are not read yet."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key & 7 == VARINT:
            value, at = _varint(message, at)
        else:
            if key & 7 == LENGTH:
                size, at = _varint(message, at)
            else:
                size = {EIGHT_BYTES: 8, FOUR_BYTES: 4}.get(key & 7, len(message))
            value, at = message[at : at + size], at + size
        if at > len(message):
            raise ValueError("a field goes beyond the end")
        yield key >> 3, value


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Read a whole number, seven bits a byte, the lowest first; also where it ends."""
    value, shift = 0, 0
    while True:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _varints(message: bytes) -> Iterator[int]:
    at = 0
    while at < len(message):
        value, at = _varint(message, at)
        yield value
