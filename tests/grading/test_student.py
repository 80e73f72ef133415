"""The end of the pipes inside the jail, here without one: it answers, whatever a cell has done."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import ROOT

from grading.jail import protocol

FOUND = [str(ROOT / "grading" / "jail"), str(ROOT / "book" / "multihead" / "exercises")]
SERVE = (
    f"import sys; sys.path[:0] = {FOUND}; import student; student.serve(*map(int, sys.argv[1:]))"
)
PATIENCE = 60.0  # seconds; it loads PyTorch first


@pytest.fixture(scope="module")
def ask():
    """Send requests to a process that serves; return the reply and its arrays."""
    (its_asking, asking), (answering, its_answering) = os.pipe(), os.pipe()
    pipes = [its_asking, its_answering]
    served = subprocess.Popen(
        [sys.executable, "-c", SERVE, *map(str, pipes)],
        pass_fds=pipes,
        stderr=subprocess.DEVNULL,
    )
    for pipe in pipes:
        os.close(pipe)

    def one(**request):
        end = time.monotonic() + PATIENCE
        protocol.send(asking, request | {"token": "7"}, [], end)
        reply, arrays = protocol.receive(answering, end)
        assert reply.pop("token") == "7"
        return reply, arrays

    yield one
    os.close(asking)
    served.wait(PATIENCE)
    os.close(answering)


def test_cells_share_their_names_and_a_value_comes_as_an_array(ask):
    assert ask(cell="a = [3, 5]") == ({}, [])
    assert ask(cell="b = [x + 1 for x in a]") == ({}, [])
    reply, (found,) = ask(name="b")
    assert (reply, found.tolist()) == ({}, [4, 6])


def test_a_function_is_called_with_its_inputs(ask):
    ask(cell="def twice(n): return 2 * n")
    reply, (found,) = ask(name="twice", inputs=[7])
    assert (reply, found.tolist()) == ({}, 14)


def test_what_a_cell_raises_and_a_name_that_is_missing_are_told(ask):
    assert ask(cell="1 / 0")[0] == {"raised": "ZeroDivisionError: division by zero"}
    assert "raised" in ask(cell="raise SystemExit")[0]
    missing = "The notebook defines no `gone`; keep the task's name"
    assert ask(name="gone") == ({"unreadable": missing}, [])


def test_what_a_reply_needs_is_put_back(ask):
    ask(cell="import json, os, numpy as np, sys\njson.dumps = os.write = np.asarray = None")
    ask(cell="sys.modules.clear()\na = 7")
    assert np.array_equal(ask(name="a")[1], [7])


def test_check_is_there_and_does_nothing(ask):
    assert (
        ask(cell="from multihead.checks import check\nseen = check('new_row', 1) is None")[0] == {}
    )
    assert ask(name="seen")[1][0]
