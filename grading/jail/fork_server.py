"""The fork server of the jail: it has libraries loaded, and makes a worker for every submission.

The worker has its own namespaces, files and limits and a filter of system calls; it ends with its
submission. The fork server itself runs no student code and reads nothing that such code wrote.
"""

import gc
import importlib
import os
import signal
import socket
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import isolation
import protocol
import torch
import worker
from shell import ZMQInteractiveShell

NOTEBOOKS = "/tmp/course/book"  # with folders above, which some notebooks go up to
OFTEN = ("multihead.example", "multihead.model")  # what notebooks use, beside PyTorch and pyplot


def main() -> None:
    """Serve the grader, whose socket is the standard input, until it closes the socket."""
    control = socket.socket(fileno=0)
    settings, _ = protocol.receive(0)
    os.sched_setaffinity(0, settings["cores"])
    _warm_up()
    protocol.send(0, {}, [])
    while True:
        _, pipes, *_ = socket.recv_fds(control, 1, 2)
        if not pipes:
            return
        keeper = _fork(_keep, control, pipes, settings)
        _close(pipes)
        os.waitpid(keeper, 0)
        control.send(b"x")


def _warm_up() -> None:
    """Load what notebooks use; what is there now is not copied for each worker."""
    for name in OFTEN:
        importlib.import_module(name)
    ZMQInteractiveShell.instance().run_cell("pass")
    weights = torch.ones(3, 5, requires_grad=True)
    (weights @ weights.T).softmax(dim=-1).sum().backward()
    gc.collect()
    gc.freeze()


def _keep(control: socket.socket, pipes: list[int], settings: dict[str, Any]) -> None:
    """Hold one worker until the grader says that it is over, or is gone itself."""
    child = None
    try:
        isolation.own_namespaces()
        child = _fork(_live, control, pipes, settings)
    finally:
        _close(pipes)
        control.recv(1)
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _live(control: socket.socket, pipes: list[int], settings: dict[str, Any]) -> None:
    """Run one submission, with nothing left but its two pipes."""
    control.close()
    memory = isolation.memory_of_this_process() + settings["memory"]
    Path("/proc/self/oom_score_adj").write_text("1000")
    isolation.mount(b"/tmp", isolation.NO_PROGRAMS, settings["disk"])
    isolation.mount(b"/proc", isolation.NO_PROGRAMS | isolation.READ_ONLY, 4096)
    os.makedirs(NOTEBOOKS)
    os.chdir(NOTEBOOKS)
    null = os.open("/dev/null", os.O_RDWR)  # 0, where the socket was
    for standard in range(3):
        os.dup2(null, standard)
    isolation.limit(memory, settings["disk"], settings["seconds"])
    isolation.drop_capabilities()
    isolation.filter_system_calls(bytes.fromhex(settings["filter"]))
    worker.serve(*pipes, settings["may_import"])


def _fork(function: Callable[..., None], *inputs: Any) -> int:
    """Run a function in a child that ends with it; return the child's number."""
    child = os.fork()
    if child:
        return child
    try:
        function(*inputs)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _close(pipes: list[int]) -> None:
    for pipe in pipes:
        os.close(pipe)
