"""One submission inside the jail: run its cells, call its functions, and send what comes back.

From the first cell on, this process belongs to the student's code, and nothing it sends is trusted.
It knows inputs but no right answers.
"""

import ast
import builtins
import codeop
import inspect
import io
import json
import linecache
import math
import operator
import os
import re
import select
import struct
import sys
import time
import tokenize
import types
from signal import ITIMER_REAL, SIGALRM, setitimer, signal
from typing import Any

import answers
import borrowed
import import_guard
import numpy as np
import outline
import protocol
import shell as shells
import torch
from IPython.core import compilerop, displayhook, events, inputtransformer2, interactiveshell, magic
from shell import ZMQInteractiveShell
from traitlets import traitlets

# What the reply to a cell needs. A cell may change these modules; they are put back before it.
REPLYING = [answers, builtins, io, json, json.encoder, os, protocol, select, struct, time]
# What an answer needs to be read, and the next cell to run.
MODULES = [math, np, np.lib.format, borrowed, torch]
MODULES += [ast, codeop, inspect, linecache, re, tokenize, outline, shells, traitlets]
MODULES += [compilerop, displayhook, events, inputtransformer2, interactiveshell, magic]
MODULES += [sys.modules[__name__]]
#: What is put back of modules and objects that a notebook changes for good reasons too.
OF_SYS = ("setprofile", "getprofile", "settrace", "gettrace")
OF_SHELL = ("compile", "functions", "numbers", "remarks", "programs", "installers")
CLASSES = [one for one in ZMQInteractiveShell.__mro__ if one is not object]
CLASSES += [inputtransformer2.TransformerManager, compilerop.CachingCompiler]

Names = list[tuple[Any, dict[str, Any]]]  # of modules, classes and the shell, as they were


class MissingError(Exception):
    """The notebook does not define the name."""


class TooSlowError(BaseException):
    """The time for a request is over; like an interrupt, it stops the code and not the process."""


def serve(asking: int, answering: int, may_import: list[str]) -> None:
    """Answer the grader until it goes away."""
    shell = ZMQInteractiveShell.instance()
    import_guard.close(may_import)
    replying = [(one, dict(vars(one))) for one in REPLYING]
    originals = [(one, dict(vars(one))) for one in MODULES + CLASSES]
    originals += [(sys, {name: vars(sys)[name] for name in OF_SYS})]
    originals += [(shell, {name: vars(shell)[name] for name in OF_SHELL})]
    loaded, obey, put_back = dict(sys.modules), _obey, _put_back  # as a cell may replace them here
    settrace, setprofile, remarks = sys.settrace, sys.setprofile, shell.remarks
    while True:
        request, arrays = protocol.receive(asking, most_text=protocol.MOST)
        reply: dict[str, Any] = {"token": request["token"]}
        answer = []
        try:
            _ring_after(request["seconds"])
            try:
                value = obey(request, arrays, shell)
            finally:
                settrace(None)
                setprofile(None)
                put_back(replying, {})
                if "name" in request:
                    put_back(originals, loaded)
            if "cells" in request:
                reply["defining"] = value
            if "name" in request:
                answer = [answers.read(value)]
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
        reply["remarks"] = [*remarks]
        protocol.send(answering, reply, answer)
        if "name" not in request:  # while the grader reads the reply
            put_back(originals, loaded)
            ZMQInteractiveShell.keep_functions(shell)


def _ring_after(seconds: float) -> None:
    def ring(*_: Any) -> None:
        raise TooSlowError

    signal(SIGALRM, ring)
    setitimer(ITIMER_REAL, seconds)


def _obey(request: dict, arrays: list[np.ndarray], shell: ZMQInteractiveShell) -> Any:
    """Run one cell, give one answer, or say which cells may give a name its value."""
    if "numbers" in request:
        values = protocol.values(request["inputs"], arrays)
        return shell.numbers.update(
            {request["numbers"]: dict(zip(request["keys"], values, strict=True))}
        )
    if "cells" in request:
        given = [outline.names(cell) for cell in request["cells"]]
        numbered = list(enumerate(given, start=1))
        return {name: [n for n, names in numbered if name in names] for name in request["names"]}
    if "cell" in request:
        return ZMQInteractiveShell.run(shell, request["cell"], request["part"])
    name, known = request["name"], shell.user_ns
    if "inputs" in request and not callable(known.get(name)) and name in shell.functions:
        known = shell.functions
    if name not in known:
        raise MissingError
    value = known[name]
    if "inputs" not in request:
        return value
    inputs = protocol.values(request["inputs"], arrays)
    return borrowed.call(value, inputs, request.get("answered_by", ()))


def _put_back(originals: Names, loaded: dict[str, types.ModuleType]) -> None:
    for owner, names in originals:
        if isinstance(owner, type):
            _put_back_class(owner, names)
        else:
            owner.__dict__.update(names)
    sys.modules.update(loaded)


def _put_back_class(owner: type, names: dict[str, Any]) -> None:
    now = vars(owner)
    same = map(operator.is_, map(now.get, names), names.values())
    if len(now) == len(names) and all(same):
        return
    for name in set(now) - names.keys():
        delattr(owner, name)
    for name, value in names.items():
        if vars(owner).get(name) is not value:
            setattr(owner, name, value)
