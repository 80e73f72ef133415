"""One submission inside the jail: run its cells, call its functions, and send what comes back.

From the first cell on, this process belongs to the student's code, and nothing it sends is trusted.
It knows inputs but no right answers.
"""

import ast
import builtins
import io
import json
import math
import os
import re
import select
import struct
import sys
import time
import types
from signal import ITIMER_REAL, SIGALRM, setitimer, signal
from typing import Any

import answers
import borrowed
import gate
import notebook
import numpy as np
import protocol
import slices
import statements
import torch
from kernel import Kernel

# What a reply needs. A cell may change these modules; they are put back before the reply.
MODULES = [answers, builtins, io, json, json.encoder, math, np, np.lib.format, os, protocol]
MODULES += [borrowed, select, struct, time, torch]
MODULES += [ast, re]  # and what reading a cell needs


class MissingError(Exception):
    """The notebook does not define the name."""


class TooSlowError(BaseException):
    """The time for a request is over; like an interrupt, it stops the code and not the process."""


def serve(asking: int, answering: int, may_import: list[str]) -> None:
    """Answer the grader until it goes away."""
    kernel = Kernel()
    gate.close(may_import)
    originals = [(module, dict(vars(module))) for module in MODULES]
    loaded = dict(sys.modules)
    while True:
        request, arrays = protocol.receive(asking, most_text=protocol.MOST)
        reply: dict[str, Any] = {"token": request["token"]}
        found = []
        try:
            _ring_after(request["seconds"])
            try:
                value = _obey(request, arrays, kernel)
            finally:
                _put_back(originals, loaded)
            if "names" in request:
                reply["slices"], reply["defining"] = value
            if "name" in request:
                found = [answers.read(value)]
        except answers.UnreadableError as error:
            reply["unreadable"] = str(error)
        except borrowed.BorrowedError as error:
            reply["borrowed"] = str(error)
        except MissingError:
            reply["missing"] = True
        except TooSlowError:
            reply["slow"] = True
        except BaseException as error:  # SystemExit too: the other cells still count
            reply["raised"] = answers.Raised(error).text
        setitimer(ITIMER_REAL, 0)
        protocol.send(answering, reply, found)


def _ring_after(seconds: float) -> None:
    def ring(*_: Any) -> None:
        raise TooSlowError

    signal(SIGALRM, ring)
    setitimer(ITIMER_REAL, seconds)


def _obey(request: dict, arrays: list[np.ndarray], kernel: Kernel) -> Any:
    """Run one cell, find one answer, or read the notebook."""
    if "numbers" in request:
        given = zip(request["keys"], protocol.values(request["inputs"], arrays), strict=True)
        return kernel.numbers.update({request["numbers"]: dict(given)})
    if "names" in request:
        return slices.plan(_statements(request["cells"]), request["names"])
    if "cell" in request:
        kernel.keep_functions()
        return kernel.run(request["cell"], request["statements"])
    name, known = request["name"], kernel.space
    if "inputs" in request and not callable(known.get(name)) and name in kernel.functions:
        known = kernel.functions
    if name not in known:
        raise MissingError
    value = known[name]
    if "inputs" not in request:
        return value
    inputs = protocol.values(request["inputs"], arrays)
    return borrowed.call(value, inputs, request.get("answered_by", ()))


def _statements(cells: list[str]) -> list[statements.Statement]:
    found = []
    for number, cell in enumerate(cells, 1):
        try:
            found += statements.read(number, notebook.read_cell(cell))
        except SyntaxError:
            continue
    return found


def _put_back(
    originals: list[tuple[types.ModuleType, dict]], loaded: dict[str, types.ModuleType]
) -> None:
    sys.settrace(None)
    sys.setprofile(None)
    for module, names in originals:
        module.__dict__.update(names)
    sys.modules.update(loaded)
