"""Measure time and memory of every chapter on one core.

Backs: a chapter stays under 60 s and 1 GB on one core; ask it when a chapter is new.

    .venv/bin/python bench/chapters.py                  # all, some minutes
    .venv/bin/python bench/chapters.py --chapters 13    # by the beginnings of their names

This is what a free Binder server gives. Times are wall and CPU seconds of the whole process tree;
memory is the peak of its largest process, the kernel. bench/binder.py asks the same in Binder's
environment and in JupyterLab, and takes longer.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
SECONDS, MB = 60, 1000


def measure(command: list[str], cwd: Path, cores: set[int]) -> tuple[float, float, float, int]:
    """Run a command on some cores; return wall seconds, CPU seconds, peak MB and exit status."""
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.sched_setaffinity(0, cores)
        os.chdir(cwd)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000, status


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--chapters", nargs="*", default=[""], help="beginnings of their names")
    names, fine = tuple(parser.parse_args().chapters), True
    one_core = {min(os.sched_getaffinity(0))}
    print(f"{'':40} {'wall s':>8} {'CPU s':>8} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as out:
        for chapter in sorted((ROOT / "book").glob("[0-9]*.ipynb")):
            if not chapter.name.startswith(names):
                continue
            command = [str(BIN / "jupyter"), "nbconvert", "--to", "notebook", "--execute"]
            command += ["--output-dir", out, chapter.name]
            wall, cpu, megabytes, status = measure(command, ROOT / "book", one_core)
            print(f"{chapter.stem:40} {wall:8.1f} {cpu:8.1f} {megabytes:8.0f}", flush=True)
            if status:
                print(f"{chapter.stem} failed; run it by hand to see why")
            fine &= not status and wall <= SECONDS and megabytes <= MB
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
