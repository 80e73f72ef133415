"""The warm process of the jail: it has libraries loaded, and makes a child for every submission.

The child has its own namespaces, files and limits and a filter of system calls; it ends with its
submission. The warm process itself runs no student code and reads nothing that such code wrote.
"""

import ctypes
import gc
import importlib
import os
import resource
import signal
import socket
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import protocol
import student
import torch

NEW_USER, NEW_MOUNTS, NEW_PROCESSES = 0x10000000, 0x00020000, 0x20000000
NEW_NETWORK, NEW_IPC = 0x40000000, 0x08000000
READ_ONLY, NO_PROGRAMS = 1, 2 | 4 | 8  # no set-user-id, no devices, nothing to execute
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
CAPABILITY_VERSION = 0x20080522
THREADS = 32  # of one submission, its own included; the filter lets no process be made

OFTEN = ("multihead.example", "multihead.model")  # what notebooks use, beside PyTorch and pyplot

LIBC = ctypes.CDLL(None, use_errno=True)


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
    """Load what notebooks use; what is there now is not copied for each child."""
    for name in OFTEN:
        importlib.import_module(name)
    weights = torch.ones(3, 5, requires_grad=True)
    (weights @ weights.T).softmax(dim=-1).sum().backward()
    gc.collect()
    gc.freeze()


def _keep(control: socket.socket, pipes: list[int], settings: dict[str, Any]) -> None:
    """Hold one child until the grader says that it is over, or is gone itself."""
    child = None
    try:
        _own_namespaces()
        child = _fork(_live, control, pipes, settings)
    finally:
        _close(pipes)
        control.recv(1)
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _own_namespaces() -> None:
    """Enter namespaces whose user is the same one; the next child is alone in them."""
    user, group = os.getuid(), os.getgid()
    _system("unshare", NEW_USER | NEW_MOUNTS | NEW_PROCESSES | NEW_NETWORK | NEW_IPC)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _live(control: socket.socket, pipes: list[int], settings: dict[str, Any]) -> None:
    """Run one submission, with nothing left but its two pipes."""
    control.close()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    Path("/proc/self/oom_score_adj").write_text("1000")
    _mount(b"/tmp", NO_PROGRAMS, settings["disk"])
    _mount(b"/proc", NO_PROGRAMS | READ_ONLY, 4096)
    os.chdir("/tmp")
    null = os.open("/dev/null", os.O_RDWR)  # 0, where the socket was
    for standard in range(3):
        os.dup2(null, standard)
    _limit(pages * resource.getpagesize() + settings["memory"], settings)
    nothing = (ctypes.c_uint32 * 6)()
    _system("capset", (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), nothing)
    _filter_system_calls(bytes.fromhex(settings["filter"]))
    student.serve(*pipes, settings["may_import"])


def _limit(memory: int, settings: dict[str, Any]) -> None:
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: settings["seconds"],
        resource.RLIMIT_FSIZE: settings["disk"],
        resource.RLIMIT_NPROC: THREADS,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_STACK: 8 << 20,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
    }
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))


def _filter_system_calls(program: bytes) -> None:
    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("rules", ctypes.c_char_p))

    made = Program(len(program) // 8, program)
    _system("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _system("prctl", SET_SECCOMP, FILTER, ctypes.byref(made), 0, 0)


def _mount(folder: bytes, flags: int, size: int) -> None:
    options = f"size={size},nr_inodes=1000,mode=755"
    _system("mount", b"none", folder, b"tmpfs", flags, options.encode())


def _system(name: str, *arguments: Any) -> None:
    if getattr(LIBC, name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


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
