"""The end of the pipes inside the jail, here without one: it answers, whatever a cell has done."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import ROOT

from grading.jail import protocol

FOLDERS = ("grading/jail", "book/multihead/exercises", "book")
FOUND = [str(ROOT / folder) for folder in FOLDERS]
SERVE = f"import sys; sys.path[:0] = {FOUND}; import student; student.serve(*PIPES, [])"
PATIENCE = 60.0  # seconds; it loads PyTorch first


@pytest.fixture(scope="module")
def ask():
    """Send requests to a process that serves; return the reply and its arrays."""
    (its_asking, asking), (answering, its_answering) = os.pipe(), os.pipe()
    pipes = [its_asking, its_answering]
    served = subprocess.Popen(
        [sys.executable, "-c", SERVE.replace("PIPES", str(pipes))],
        pass_fds=pipes,
        stderr=subprocess.DEVNULL,
    )
    for pipe in pipes:
        os.close(pipe)

    def one(**request):
        end = time.monotonic() + PATIENCE
        protocol.send(
            asking, {"token": "7", "seconds": PATIENCE, "statements": None} | request, [], end
        )
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
    reply, (found,) = ask(name="twice", inputs=[7], answered_by=[])
    assert (reply, found.tolist()) == ({}, 14)


def test_a_function_stays_an_answer_if_a_later_cell_uses_its_name_for_a_result(ask):
    ask(cell="def third(n): return n / 3\ndef fifth(n): return n / 5")
    ask(cell="third = third(9)\ndel fifth")
    ask(cell="def seventh(n): return n / 7\nseventh = seventh(21)")
    assert ask(name="third", inputs=[15])[1][0] == 5
    assert ask(name="fifth", inputs=[15])[1][0] == 3
    assert ask(name="third")[1][0] == 3
    assert ask(name="fifth")[0] == {"missing": True}
    assert "not callable" in ask(name="seventh", inputs=[21])[0]["raised"]


def test_a_call_of_what_is_refused_is_told_whatever_it_gives(ask):
    ask(
        cell=r"""
import types
library = types.ModuleType("multihead.pairs")
exec("def double(n): return 2 * n\ndef half(n): return n / 2", vars(library))
def twice(n, mine=library.double):
    mine(n)
    raise ValueError("after it")
def quarter(n):
    return library.half(library.half(n))
"""
    )
    refused = ["multihead.pairs.double"]
    reply = {"borrowed": "multihead.pairs.double"}
    assert ask(name="twice", inputs=[7], answered_by=refused) == (reply, [])
    assert ask(name="quarter", inputs=[12], answered_by=refused)[1][0] == 3
    assert ask(name="twice", inputs=[7])[0] == {"raised": "ValueError: after it"}


def test_what_a_cell_raises_and_a_name_that_is_missing_are_told(ask):
    assert ask(cell="1 / 0")[0] == {"raised": "ZeroDivisionError: division by zero"}
    assert "raised" in ask(cell="raise SystemExit")[0]
    assert ask(name="gone") == ({"missing": True}, [])


def test_a_cell_runs_some_of_its_statements(ask):
    assert ask(cell="a = 3\n1 / 0\nb = a + 2", statements=[0, 2]) == ({}, [])
    assert ask(name="b")[1][0] == 5


def test_what_takes_too_long_is_stopped_and_what_it_had_defined_stays(ask):
    assert ask(cell="early = 7\nwhile True: pass\nlate = 7", seconds=0.2) == ({"slow": True}, [])
    assert ask(name="early")[1][0] == 7
    assert ask(name="late")[0] == {"missing": True}
    ask(
        cell="import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nsignal.setitimer = None"
    )
    ask(cell="import time\ndef sleep(): time.sleep(60)")
    assert ask(name="sleep", inputs=[], seconds=0.2)[0] == {"slow": True}


def test_the_statements_that_a_name_needs_are_found_in_cells_as_ipython_reads_them(ask):
    cells = [
        "%matplotlib inline\nn = 3",
        "%%time\nanswer = n",
        "is none (",
        "%%timeit (\n(",
        "%x (",
    ]
    reply, _ = ask(cells=cells, names=["answer", "gone"])
    assert reply == {"slices": {"answer": [[1, [1]], [2, [0]]]}, "defining": {"answer": [2]}}


def test_what_a_reply_needs_is_put_back(ask):
    ask(cell="import json, os, numpy as np, sys\njson.dumps = os.write = np.asarray = None")
    ask(cell="sys.modules.clear()\na = 7")
    assert np.array_equal(ask(name="a")[1], [7])


def test_check_is_there_and_does_nothing(ask):
    cell = "from multihead.checks import check\nseen = bool(check('new_row', 1))"
    assert ask(cell=cell) == ({}, [])
    assert ask(name="seen")[1][0]
