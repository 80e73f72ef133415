"""A core for each jail, so that the threads of one submission take no time from its neighbours."""

import os
import socket
from contextlib import suppress


def claim() -> tuple[socket.socket, list[int]]:
    """Take a core that no jail of this machine has, until the socket is closed or its process ends.

    If each is taken, all of them are shared.
    """
    held, cores = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), sorted(os.sched_getaffinity(0))
    for core in cores:
        with suppress(OSError):
            held.bind(f"\0many-heads-core-{core}")
            return held, [core]
    return held, cores
