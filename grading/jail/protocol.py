"""The messages between grader and jail: JSON and npy behind their sizes, and every size is bounded.

What comes out of the jail was written by a student's code or by anything that this code did. It is
read as plain text and plain numbers; nothing is unpickled.
"""

import io
import itertools
import json
import math
import os
import select
import struct
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

SIZES = struct.Struct(">II")  # bytes of JSON, bytes of npy
MOST_TEXT = 1 << 16  # out of the jail; into it a cell may be as long as an array
MOST = 1 << 24
MOST_REMARKS, LONGEST_REMARK = 9, 200  # on one cell; in characters
MOST_ARRAYS = 32  # the arguments of a call; each takes longer to read than its bytes show
FOREVER = math.inf


class Question(NamedTuple):
    """What is read from a student's notebook."""

    #: The variable of the notebook that holds the answer.
    name: str
    #: The arguments of each call, in their order; None if the value itself is the answer.
    cases: list[dict[str, Any]] | None
    #: Functions of the library that the calls may not use.
    answered_by: Sequence[str] = ()
    #: Of an exercise by hand: what the library's `numbers` gives for it, which no answer is.
    numbers: dict[str, Any] | None = None


class GarbageError(Exception):
    """Bytes that are no message."""


def send(pipe: int, message: dict, arrays: list[np.ndarray], end: float = FOREVER) -> None:
    """Write a message; raise a TimeoutError if it is not taken before the end."""
    text = json.dumps(message).encode()
    numbers = io.BytesIO()
    for array in arrays:
        np.lib.format.write_array(numbers, array, version=(1, 0), allow_pickle=False)
    data = memoryview(SIZES.pack(len(text), numbers.tell()) + text + numbers.getvalue())
    while data:
        _wait(pipe, select.POLLOUT, end)
        data = data[os.write(pipe, data[: select.PIPE_BUF]) :]


def receive(
    pipe: int, end: float = FOREVER, most_text: int = MOST_TEXT
) -> tuple[dict, list[np.ndarray]]:
    """Read a message, or raise one of three errors.

    Raises
    ------
    TimeoutError
        If it is not complete before the end.
    EOFError
        If the other side is gone.
    GarbageError
        If what comes is no message, or too large.
    """
    text_size, numbers_size = SIZES.unpack(_read(pipe, SIZES.size, end))
    if text_size > most_text or numbers_size > MOST:
        raise GarbageError(f"a message of {text_size} + {numbers_size} bytes")
    text, numbers = _read(pipe, text_size, end), _read(pipe, numbers_size, end)
    try:
        message, arrays = json.loads(text), list(_arrays(numbers))
    except Exception as error:
        raise GarbageError(f"{type(error).__name__} in a message") from None
    if not isinstance(message, dict):
        raise GarbageError("a message without names")
    return message, arrays


def plain(values: list[Any]) -> tuple[list[Any], list[np.ndarray]]:
    """Take the arrays out of the arguments of a call; what is left is for JSON."""
    left, arrays = [], []
    for value in values:
        if isinstance(value, np.ndarray | torch.Tensor):
            left.append({"array": len(arrays), "tensor": isinstance(value, torch.Tensor)})
            arrays.append(np.asarray(value))
        else:
            left.append(value.item() if isinstance(value, np.generic) else value)
    return left, arrays


def values(left: list[Any], arrays: list[np.ndarray]) -> list[Any]:
    """Put the arrays back, as :func:`plain` found them."""
    found = []
    for value in left:
        if isinstance(value, dict):
            array = arrays[value["array"]]
            value = torch.from_numpy(array) if value["tensor"] else array
        found.append(value)
    return found


def _arrays(data: bytes) -> Iterator[np.ndarray]:
    """Read one npy after the other; a header that promises more than there is counts as garbage."""
    file = io.BytesIO(data)
    for number in itertools.count():
        if (start := file.tell()) >= len(data):
            return
        if number >= MOST_ARRAYS:
            raise GarbageError(f"more than {MOST_ARRAYS} arrays")
        if np.lib.format.read_magic(file) != (1, 0):
            raise GarbageError("an npy of another version")
        shape, _, dtype = np.lib.format.read_array_header_1_0(file)
        if dtype.kind not in "biuf" or math.prod(shape) * dtype.itemsize > len(data) - file.tell():
            raise GarbageError(f"an array of {dtype} and shape {shape}")
        file.seek(start)
        yield np.lib.format.read_array(file, allow_pickle=False)


def _read(pipe: int, size: int, end: float) -> bytes:
    parts = []
    while size:
        _wait(pipe, select.POLLIN, end)
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _wait(pipe: int, event: int, end: float) -> None:
    """Wait until the pipe is ready, so that nothing blocks for longer than until the end."""
    poll = select.poll()
    poll.register(pipe, event)
    left = None if end == FOREVER else math.ceil((end - time.monotonic()) * 1000)
    if (left is not None and left <= 0) or not poll.poll(left):
        raise TimeoutError
