"""Build the book on machines as fresh as this one can make them, and say what happened.

Backs: the table of systems in README.md.

    .venv/bin/python bench/machines.py                     # about half an hour on 2 cores
    .venv/bin/python bench/machines.py bookworm spaces     # only these
    .venv/bin/python bench/machines.py --copy /etc/pip.conf    # bare systems get this file too

Each row is a clone of the last commit in a folder of its own, and one command. Bare systems run
the chapters; the others take finished runs from _build, if they fit. A row that shows a mistake
must end with a sentence, which is printed. CPU seconds are of all cores together. Rows of one
user share uv's downloads. It needs Linux and bubblewrap; root for another user; debootstrap for
bare systems. bench/wheels.py is about systems that this one is not.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.wheels import here, wheels

ROOT = Path(__file__).parents[1]
CACHE = "_build/.jupyter_cache"
PYTHONS = ("3.12", "3.13", "3.14")


@dataclass
class Machine:
    """A folder, what stands before the command, and what the last line must say if it fails."""

    name: str
    wrap: tuple[str, ...] = ()
    command: str = "make book"
    python: str = ""
    folder: str = ""
    suite: str = ""
    says: str = ""


def jail(*options: str) -> tuple[str, ...]:
    return ("bwrap", "--dev-bind", "/", "/", *options)


MACHINES = [
    Machine("bookworm", python="3.11", suite="bookworm"),
    Machine("trixie", python="3.13", suite="trixie"),
    Machine("plain"),
    Machine("offline", jail("--unshare-net"), folder="plain"),
    Machine("spaces", folder="mit Leerzeichen, é und 注意"),
    Machine("user", ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")),
    Machine("home", jail("--ro-bind", str(Path.home()), str(Path.home()))),
    Machine("no network", jail("--unshare-net"), says="needs a network"),
    Machine("old Python", python="3.10", says="Python 3.11 or newer"),
    Machine("read-only", jail("--ro-bind", "BOOK", "BOOK"), says="cannot be written to"),
    Machine(
        "small disk",
        jail("--size", "1000000000", "--tmpfs", "/mnt"),
        "cp -r . /mnt/book && make -C /mnt/book book",
        says="GB of free disk",
    ),
    *(Machine(f"Python {version}", python=version) for version in PYTHONS),
]


def bare_system(suite: str, root: Path, extra: list[Path]) -> list[str]:
    """Install a Debian without venv, pip and browsers, and return the command that enters it."""
    packages = "--include=make,python3,ca-certificates"
    command = ["debootstrap", "--variant=minbase", packages, suite, root]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    for path in [Path("/etc/resolv.conf"), *extra]:
        target = root / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, target, dirs_exist_ok=True)
        else:
            shutil.copy(path, target)
    enter = ["bwrap", "--cap-add", "ALL", "--bind", str(root), "/", "--dev", "/dev"]
    return [*enter, "--proc", "/proc", "--chdir", "/book", "--setenv", "HOME", "/mnt"]


def missing(machine: Machine) -> str:
    """Say why this machine cannot be made here, if so."""
    if (machine.suite or "setpriv" in machine.wrap) and os.geteuid() != 0:
        return "needs root"
    tool = "debootstrap" if machine.suite else next(iter(machine.wrap), "make")
    if not shutil.which(tool):
        return f"needs {tool}"
    if not machine.python:
        return ""
    starts = ["sh", "-c", f"python{machine.python} --version"]
    if not machine.suite and subprocess.run(starts, capture_output=True, check=False).returncode:
        return f"no python{machine.python}"
    if not machine.says and "nvidia" in wheels(machine.python, *here()):
        return "every pin has a wheel, but only a torch with CUDA is within reach"
    return ""


def prepare(machine: Machine, scratch: Path, extra: list[Path]) -> tuple[Path, list[str]]:
    """Make the machine; return the folder of its clone and the command that runs there."""
    root = scratch / (machine.folder or machine.name)
    book = root / "book"
    inside = ["sh", "-c", machine.command]
    if machine.suite:
        inside = [*bare_system(machine.suite, root, extra), *inside]
    elif machine.python:
        inside = ["make", f"PYTHON=python{machine.python}", "book"]
    if not book.exists():
        subprocess.run(["git", "clone", "--quiet", ROOT, book], check=True)
        if (ROOT / CACHE).is_dir() and not machine.suite:
            shutil.copytree(ROOT / CACHE, book / CACHE)
    if "setpriv" in machine.wrap:
        subprocess.run(["chown", "-R", "nobody:nogroup", root], check=True)
        inside = ["env", f"HOME={root}", "PATH=/usr/bin:/bin", *inside]
    return book, [str(book) if word == "BOOK" else word for word in (*machine.wrap, *inside)]


def attempt(machine: Machine, scratch: Path, extra: list[Path]) -> tuple[str, float, float, str]:
    """Return whether it went as it must, seconds, CPU seconds and the last line."""
    book, command = prepare(machine, scratch, extra)
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=book, capture_output=True, text=True, check=False)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [x for x in (done.stdout + done.stderr).splitlines() if x and "make" not in x[:8]]
    right = machine.says in lines[-1] if machine.says else done.returncode == 0
    if not right:
        print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return ("as it must" if right else "WRONG"), seconds, cpu, lines[-1] if machine.says else ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the book on fresh machines")
    parser.add_argument("names", nargs="*", help="rows; by default, all")
    parser.add_argument("--copy", nargs="*", type=Path, default=[], help="for bare systems")
    arguments = parser.parse_args()
    print(f"{'machine':14}{'result':12}{'seconds':>8}{'CPU':>8}  told")
    with tempfile.TemporaryDirectory(prefix="machines-", ignore_cleanup_errors=True) as scratch:
        Path(scratch).chmod(0o755)
        for machine in MACHINES:
            if arguments.names and machine.name not in arguments.names:
                continue
            why = missing(machine)
            if why:
                print(f"{machine.name:14}not tried: {why}", flush=True)
                continue
            result, seconds, cpu, told = attempt(machine, Path(scratch), arguments.copy)
            print(f"{machine.name:14}{result:12}{seconds:8.0f}{cpu:8.0f}  {told}", flush=True)


if __name__ == "__main__":
    main()
