"""The memory and the computing of each student's server, looked at from outside while it runs."""

import threading
from collections import defaultdict

import psutil

EVERY = 2.0  # seconds
MEGABYTE = 1e6


class Servers:
    """Watch the servers below a hub; afterwards their peaks are in ``peaks``, by student.

    ``share`` divides what processes share among them, ``alone`` counts it once for each server.
    """

    def __init__(self, hub: int):
        self.hub = psutil.Process(hub)
        self.peaks: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.all_at_once = 0.0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error) -> None:
        self.stopped.set()
        self.thread.join()

    def running(self) -> dict[str, psutil.Process]:
        """Return the running servers by their students."""
        found = {}
        for process in self.hub.children():
            try:
                if "jupyterhub-singleuser" in " ".join(process.cmdline()):
                    found[process.environ()["JUPYTERHUB_USER"]] = process
            except psutil.Error:  # it has just ended
                continue
        return found

    def watch(self) -> None:
        while not self.stopped.wait(EVERY):
            now = {student: look_at(server) for student, server in self.running().items()}
            self.all_at_once = max(self.all_at_once, sum(n["share"] for n in now.values()))
            for student, numbers in now.items():
                for name, value in numbers.items():
                    self.peaks[student][name] = max(self.peaks[student][name], value)


def look_at(server: psutil.Process) -> dict[str, float]:
    """Return megabytes and CPU seconds of a server and its kernels."""
    own = share = largest_shared = seconds = 0.0
    for process in with_children(server):
        try:
            memory, cpu = process.memory_full_info(), process.cpu_times()
        except psutil.Error:  # it has just ended
            continue
        own += memory.uss / MEGABYTE
        share += memory.pss / MEGABYTE
        largest_shared = max(largest_shared, (memory.rss - memory.uss) / MEGABYTE)
        seconds += cpu.user + cpu.system
    return {"share": share, "alone": own + largest_shared, "CPU s": seconds}


def with_children(server: psutil.Process) -> list[psutil.Process]:
    try:
        return [server, *server.children(recursive=True)]
    except psutil.Error:
        return []
