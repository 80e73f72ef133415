"""Whatever comes out of the jail is a message or one of three errors, and stays small."""

import json
import os
import pickle
import struct
import threading
import time
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grading.jail import protocol

SOON = 0.2


def received(data: bytes):
    """Receive what was written to a pipe that is then closed."""
    reading, writing = os.pipe()
    try:
        os.write(writing, data)
        os.close(writing)
        return protocol.receive(reading, time.monotonic() + SOON)
    finally:
        os.close(reading)


def frame(text: bytes, numbers: bytes = b"") -> bytes:
    return protocol.SIZES.pack(len(text), len(numbers)) + text + numbers


def npy(descr: str, shape: str, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}".encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(header)) + header + data


GARBAGE = {
    "no JSON": frame(b"hello"),
    "a list": frame(b"[1]"),
    "deep JSON": frame(b"[" * 60_000),
    "a long number": frame(b'{"a": ' + b"9" * 50_000 + b"}"),
    "no UTF-8": frame(b'{"a": "\xff\xfe"}'),
    "4 GB of text": struct.pack(">II", 2**32 - 1, 0),
    "4 GB of numbers": struct.pack(">II", 2, 2**32 - 1) + b"{}",
    "no npy": frame(b"{}", b"hello"),
    "half an npy": frame(b"{}", npy("'<f8'", "(3,)", bytes(24))[:-1]),
    "8 TB promised": frame(b"{}", npy("'<f8'", "(1000000000000,)", bytes(8))),
    "more than can be counted": frame(b"{}", npy("'<f8'", f"({2**40}, {2**40}, 0, {2**70})")),
    "a negative size": frame(b"{}", npy("'<f8'", "(-1,)", bytes(8))),
    "objects": frame(b"{}", npy("'|O'", "(1,)", pickle.dumps([open]))),
    "text": frame(b"{}", npy("'<U3'", "(1,)", bytes(12))),
    "records": frame(b"{}", npy("[('a', '<f8')]", "(1,)", bytes(8))),
    "version 3": frame(b"{}", npy("'<f8'", "(1,)", bytes(8), b"\x03\x00")),
    "code in the header": frame(b"{}", npy("exit()", "(1,)", bytes(8))),
    "many arrays": frame(b"{}", npy("'|b1'", "()", bytes(1)) * 500),
    "many dimensions": frame(b"{}", npy("'<f8'", "(" + "1," * 99 + ")", bytes(8))),
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_told_from_a_message(kind):
    with pytest.raises(protocol.GarbageError):
        received(GARBAGE[kind])


def test_an_array_takes_no_memory_before_it_is_known_to_be_there():
    tracemalloc.start()
    with pytest.raises(protocol.GarbageError):
        received(frame(b"{}", npy("'<f8'", f"({2**27},)", bytes(8))))
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@given(st.binary(max_size=300))
def test_an_npy_is_numbers_or_garbage(data):
    try:
        message, arrays = received(frame(b'{"a": 3}', data))
    except protocol.GarbageError:
        return
    assert message == {"a": 3}
    assert all(array.dtype.kind in "biuf" for array in arrays)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(15.0).reshape(3, 5),
        np.arange(15).reshape(3, 5).T,
        np.float32(7),
        np.zeros((0, 3)),
        np.array([True, False]),
    ],
)
def test_what_is_sent_is_received(array):
    reading, writing = os.pipe()
    protocol.send(writing, {"text": "é"}, [array, np.ones(3)])
    message, (first, second) = protocol.receive(reading)
    assert message == {"text": "é"}
    assert np.array_equal(first, array)
    assert (first.dtype, first.shape) == (array.dtype, array.shape)
    assert second.sum() == 3
    os.close(reading)
    os.close(writing)


def test_text_out_of_the_jail_is_bounded_more_tightly_than_text_into_it():
    text = json.dumps({"a": "x" * protocol.MOST_TEXT}).encode()
    reading, writing = os.pipe()
    for most in (protocol.MOST_TEXT, protocol.MOST):
        os.write(writing, protocol.SIZES.pack(len(text), 0))
        sender = threading.Thread(target=os.write, args=(writing, text))
        if most == protocol.MOST:
            sender.start()
            assert len(protocol.receive(reading, most_text=most)[0]["a"]) == protocol.MOST_TEXT
            sender.join()
        else:
            with pytest.raises(protocol.GarbageError, match=f"a message of {len(text)} . 0 bytes"):
                protocol.receive(reading, time.monotonic() + SOON, most_text=most)
    os.close(reading)
    os.close(writing)


def test_half_a_message_or_a_full_pipe_waits_no_longer_than_until_the_end():
    reading, writing = os.pipe()
    start = time.monotonic()
    os.write(writing, frame(json.dumps({"a": 1}).encode())[:-1])
    with pytest.raises(TimeoutError):
        protocol.receive(reading, start + SOON)
    with pytest.raises(TimeoutError):
        protocol.send(writing, {}, [np.zeros(10**6)], time.monotonic() + SOON)
    assert 2 * SOON <= time.monotonic() - start < 20 * SOON
    os.close(reading)
    os.close(writing)
