"""A class at once: a real JupyterHub with its proxy on loopback, eight students and a runaway.

Backs: the sizes in hub/values.yaml and on the page for instructors.

    .venv/bin/python bench/hub.py            # about ten minutes; needs Chromium and git

It installs the hub into _build/hub, with the pins of hub/requirements.txt, starts it with
hub/jupyterhub_config.py and stops it. Each student logs in, follows the link of
_ext/book_site/learners/class_link.py, and runs chapters 03 and 07: one in JupyterLab in Chromium,
the others as JupyterLab does. The last one instead takes all the memory there is and loops for
ever, once silently and once printing. When all are done, one more student answers every exercise
right, then wrong, and `check` has to say so (bench/exercises.py). The times after which something
is stopped are shorter here: bench/classroom/config.py has them.

- p50, p95: seconds of a step over the students; with eight of them p95 is near the slowest.
- share: megabytes of a server with its kernels, where all servers of one machine share libraries.
- alone: the same in a container of its own, on Kubernetes.
- CPU s: what the server and both chapters computed.
- load before: how many processes of other work wanted a core when it began. It makes steps slower.

It ends with status 1 if a student fails, a runaway is still there or a verdict is wrong. With
--save the numbers go into hub/measured.json, from which hub/values.yaml and the page for
instructors are sized.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import psutil
from book_site.learners.class_link import class_link
from multihead import results

from bench import code_digest
from bench.classroom.browser import ChromiumStudent
from bench.classroom.servers import Servers
from bench.classroom.start import ROOT, Hub, install, publish
from bench.classroom.student import Student, wait_until

STUDENTS = 8
CHAPTERS = ("03-money-bank", "07-train-two-heads")
STEPS = ("log in", "spawn", "pull", *CHAPTERS)
MEASURED = ROOT / "hub" / "measured.json"
TAKE_ALL = """
taken = []
try:
    while True:
        taken.append(b"x" * 2**25)
except MemoryError:
    print(len(taken) * 2**25 // 10**6, "MB taken", flush=True)
"""
LOOPS = {
    "silent": f"{TAKE_ALL}while True:\n    pass",
    "printing": "n = 0\nwhile True:\n    n += 1\n    n % 10**7 or print(n, flush=True)",
}


def made_from() -> str:
    files = [*(ROOT / "bench" / "classroom").glob("*.py"), *(ROOT / "hub").glob("*.py")]
    return code_digest(__file__, *sorted(files))


def timed(step, *arguments) -> float:
    start = time.perf_counter()
    step(*arguments)
    return time.perf_counter() - start


def arrive(student: Student, link: str) -> dict[str, float]:
    return {
        "log in": timed(student.log_in),
        "spawn": timed(student.spawn, link),
        "pull": timed(student.pull, link),
    }


def study(hub: str, name: str, link: str, all_there: threading.Barrier) -> dict[str, float]:
    """Do what a student does; return the seconds of each step."""
    student = (ChromiumStudent if name == "student1" else Student)(hub, name)
    try:
        seconds = arrive(student, link)
        all_there.wait(timeout=600)
        for chapter in CHAPTERS:
            seconds[chapter] = timed(student.run, f"many-heads/book/{chapter}.ipynb")
        return seconds
    finally:
        student.leave()


def run_away(hub: str, name: str, link: str, all_there: threading.Barrier) -> dict[str, float]:
    """Start two endless loops; return the seconds until each is ended by the hub's settings."""
    student = Student(hub, name)
    seconds = arrive(student, link)
    all_there.wait(timeout=600)
    start = time.perf_counter()
    processes = {}
    for chapter, (loop, code) in zip(CHAPTERS, LOOPS.items(), strict=True):
        _, kernel = student.open(f"many-heads/book/{chapter}.ipynb")
        cell = kernel.start(f"import os\nprint(os.getpid(), flush=True)\n{code}")
        printed = (c["text"] for kind, c in kernel.messages(cell) if kind == "stream")
        process, _, taken = (next(printed) + next(printed)).partition("\n")
        processes[loop] = int(process)
        print(f"{name}, {loop} loop: {taken.strip()}", flush=True)
        kernel.channel.close()
    for loop, process in processes.items():
        wait_until(lambda p=process: not psutil.pid_exists(p), f"the end of the {loop} loop")
        seconds[f"{loop} loop"] = time.perf_counter() - start
    student.leave()
    return seconds


def attend(hub: Hub, link: str) -> dict[str, dict[str, float]]:
    """Let all students work at once; one that fails is printed, and has no times."""
    names = [f"student{n + 1}" for n in range(STUDENTS)]
    all_there = threading.Barrier(STUDENTS)
    with ThreadPoolExecutor(STUDENTS) as pool:
        tasks = [(run_away if name == names[-1] else study) for name in names]
        futures = {
            name: pool.submit(task, hub.address, name, link, all_there)
            for name, task in zip(names, tasks, strict=True)
        }
    found = {}
    for name, future in futures.items():
        if future.exception():
            print(f"{name} failed: {future.exception()}", flush=True)
        else:
            found[name] = future.result()
    return found


def try_exercises(hub: str, link: str) -> bool:
    """Let one student try all exercises; say whether every verdict is right."""
    student, fine = Student(hub, "learner"), True
    arrive(student, link)
    pages = student.api("GET", "contents/many-heads/book").json()["content"]
    for page in sorted(p["path"] for p in pages if p["name"].startswith("exercises-")):
        said = student.try_exercises(page)
        print(said, flush=True)
        fine &= " failed\n" not in said
    student.leave()
    return fine


def spread(values: list[float]) -> dict[str, float]:
    return {f"p{p}": round(float(np.percentile(values, p)), 1) for p in (50, 95)}


def report(times: dict, servers: Servers, load: float, save: bool) -> int:
    """Print the table; return 0 if all went well."""
    workers = [name for name in times if "silent loop" not in times[name]]
    table = {step: spread([t[step] for t in times.values() if step in t]) for step in STEPS}
    for name in ("share", "alone", "CPU s"):
        table[name] = spread([servers.peaks[worker][name] for worker in workers])
    runaway = times.get(f"student{STUDENTS}", {})
    others = {f"{loop} loop": round(runaway.get(f"{loop} loop", np.nan)) for loop in LOOPS}
    others["runaway MB"] = round(servers.peaks[f"student{STUDENTS}"]["alone"])
    others["all MB"] = round(servers.all_at_once)
    others["load before"] = round(load, 1)
    print(f"\n{STUDENTS} students, {os.cpu_count()} cores{'p50':>20} {'p95':>8}")
    for step, numbers in table.items():
        print(f"{step:32} {numbers['p50']:8.1f} {numbers['p95']:8.1f}")
    for name, value in others.items():
        print(f"{name:32} {value:8}")
    if save:
        about = {"students": STUDENTS, "cores": os.cpu_count()}
        results.write(MEASURED, results.sealed(made_from(), **about, **table, **others))
    print(f"\n{len(workers)} of {STUDENTS - 1} students finished beside the runaway")
    return 0 if len(times) == STUDENTS else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--save", action="store_true", help="write hub/measured.json")
    save = parser.parse_args().save
    environment = install(ROOT / "_build" / "hub")
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        link_to = publish(Path(folder))
        with Hub(environment, Path(folder)) as hub, Servers(hub.process.pid) as servers:
            link = class_link(hub.address, link_to)
            times = attend(hub, link)
            fine = try_exercises(hub.address, link)
            wait_until(lambda: not servers.running(), "the end of idle servers", 300)
    return report(times, servers, load, save) or not fine


if __name__ == "__main__":
    sys.exit(main())
