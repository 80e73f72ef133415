"""The walls of one worker of the fork server: namespaces, files, limits, system calls."""

import ctypes
import os
import resource
from pathlib import Path
from typing import Any

NEW_USER, NEW_MOUNTS, NEW_PROCESSES = 0x10000000, 0x00020000, 0x20000000
NEW_NETWORK, NEW_IPC = 0x40000000, 0x08000000
READ_ONLY, NO_PROGRAMS = 1, 2 | 4 | 8  # no set-user-id, no devices, nothing to execute
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
CAPABILITY_VERSION = 0x20080522
THREADS = 64  # of one submission, its own included; the filter lets no process be made

LIBC = ctypes.CDLL(None, use_errno=True)


def own_namespaces() -> None:
    """Enter namespaces whose user is the same one; the next worker is alone in them."""
    user, group = os.getuid(), os.getgid()
    _system("unshare", NEW_USER | NEW_MOUNTS | NEW_PROCESSES | NEW_NETWORK | NEW_IPC)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def mount(folder: bytes, flags: int, size: int) -> None:
    """Put an empty folder there, which ends with the worker."""
    options = f"size={size},nr_inodes=1000,mode=755"
    _system("mount", b"none", folder, b"tmpfs", flags, options.encode())


def memory_of_this_process() -> int:
    """Return the bytes of addresses that it has already."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def limit(memory: int, disk: int, seconds: int) -> None:
    """Set what the process may use, for good."""
    limits = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: disk,
        resource.RLIMIT_NPROC: THREADS,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_STACK: 8 << 20,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
    }
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))


def drop_capabilities() -> None:
    """Give up what root may do in a namespace."""
    nothing = (ctypes.c_uint32 * 6)()
    _system("capset", (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), nothing)


def filter_system_calls(program: bytes) -> None:
    """Let no system call through but those of the program, for good."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("rules", ctypes.c_char_p))

    made = Program(len(program) // 8, program)
    _system("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _system("prctl", SET_SECCOMP, FILTER, ctypes.byref(made), 0, 0)


def _system(name: str, *arguments: Any) -> None:
    if getattr(LIBC, name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
