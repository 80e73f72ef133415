"""Measure time and memory of every chapter on one core, and of the whole book on all cores.

    .venv/bin/python bench/chapters.py            # each chapter
    .venv/bin/python bench/chapters.py --book     # and a build from scratch

A chapter must stay under 60 s and 1 GB, which is what a free Binder server gives. The book must
build from scratch in 5 minutes on 2 cores. Times are wall and CPU seconds of the whole process
tree; memory is the peak of its largest process, the kernel.
"""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
CHAPTER_SECONDS, CHAPTER_MB, BOOK_SECONDS = 60, 1000, 300


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


def report(name: str, figures: tuple[float, float, float, int], limit: str) -> bool:
    wall, cpu, megabytes, status = figures
    print(f"{name:40} {wall:8.1f} {cpu:8.1f} {megabytes:8.0f}   {limit}", flush=True)
    if status:
        print(f"{name} failed; run it by hand to see why")
    return not status


def main() -> int:
    one_core = {min(os.sched_getaffinity(0))}
    print(f"{'':40} {'wall s':>8} {'CPU s':>8} {'peak MB':>8}   limit")
    fine = True
    with tempfile.TemporaryDirectory() as out:
        for chapter in sorted((ROOT / "book").glob("*.ipynb")):
            command = [str(BIN / "jupyter"), "nbconvert", "--to", "notebook", "--execute"]
            command += ["--output-dir", out, chapter.name]
            figures = measure(command, ROOT / "book", one_core)
            fine &= report(chapter.stem, figures, f"{CHAPTER_SECONDS} s, {CHAPTER_MB} MB")
            fine &= figures[0] <= CHAPTER_SECONDS and figures[2] <= CHAPTER_MB
    if "--book" in sys.argv:
        with tempfile.TemporaryDirectory() as copy:
            names = ("_config.yml", "_toc.yml", "CITATION.cff", "requirements.txt", "_ext", "book")
            for name in names:
                source = ROOT / name
                (shutil.copytree if source.is_dir() else shutil.copy)(source, Path(copy, name))
            command = [str(BIN / "jupyter-book"), "build", "--warningiserror", copy]
            figures = measure(command, Path(copy), os.sched_getaffinity(0))
            cores = len(os.sched_getaffinity(0))
            fine &= report(f"the book from scratch, {cores} cores", figures, f"{BOOK_SECONDS} s")
            fine &= figures[0] <= BOOK_SECONDS
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
