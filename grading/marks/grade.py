"""Grade an assignment: jail, trusted checks, gradebook; again only what has changed."""

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

import dask
from distributed import Client, LocalCluster, as_completed
from multihead.exercises import folders as exercises
from nbformat import NotebookNode
from tqdm import tqdm

from grading import cells
from grading.collect import notebooks
from grading.course import Course
from grading.marks import gradebook, results, standing
from grading.marks.mark import Graded, Mark
from grading.marks.workers import Task, WarmJail, mark

NOTHING = Mark(False, "no answer", answered=False)  # in words
UNDER_WAY = 4  # submissions for each worker; more are read when these are graded


class Outcome(NamedTuple):
    """What one run has done; in the end every submission is in one of the first three."""

    graded: int
    unchanged: int
    failed: dict[str, str]  # by student: why there is no score
    refused: dict[str, str]  # by student: why the score is 0
    waiting: int  # answers that a human still has to grade


def grade(course: Course, name: str, workers: int = 2, scheduler: str | None = None) -> Outcome:
    """Grade what was collected and is not graded yet as it is now.

    Every score is written as soon as it is known, so a run that was stopped goes on where it
    was. Until then a submission has no score, not even an older one.

    Raises
    ------
    CourseError
        If the assignment was not released, or nothing was collected.
    JailError
        If this machine has no jail.
    """
    release, keys = course.read_release(name), standing.keys(course, name)
    failed = {}
    with gradebook.opened(course) as book:
        todo = sorted(keys.keys() - standing.current(book, name, keys).keys())
        gradebook.reset(book, name, todo)
        for student in todo:
            results.forget(course, name, student)
        if todo:
            with _jails(workers, scheduler) as client:
                found = _found(client, course, name, release, todo)
                for student, one in tqdm(found, total=len(todo), unit="submission", mininterval=1):
                    if isinstance(one, Exception):
                        failed[student] = f"{type(one).__name__}: {one}"
                        continue
                    results.write(course, name, student, release, one)
                    results.save(book, name, student, release, keys[student], one)
        refused = {s: g.refused for s, g in standing.current(book, name, keys).items() if g.refused}
        waiting = sum(row.waiting for row in gradebook.rows(book, name, list(keys.keys() - failed)))
    return Outcome(len(todo) - len(failed), len(keys) - len(todo), failed, refused, waiting)


def tasks(course: Course, name: str, release: NotebookNode) -> list[Task]:
    """List what is judged by checks; an exercise by hand has the numbers that students were given.

    All other inputs come from the secret seed, and every assignment and exercise has its own.
    """
    variant = release.metadata.many_heads.variant
    made = []
    for exercise, cell in cells.marked(release).items():
        if not cells.marks(cell).get("solution"):
            text = f"{course.seed()} {name} {exercise}".encode()
            secret = int.from_bytes(hashlib.sha256(text).digest())
            made.append(Task(exercise, variant if exercises.load(exercise).by_hand else secret))
    return made


def cluster(workers: int) -> LocalCluster:
    """Start worker processes on this machine; a lost one is replaced, and its work done again.

    A worker has one submission at a time, so no other is suspected when a worker is lost.
    """
    with dask.config.set({"distributed.scheduler.worker-saturation": 1.0}):
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,  # what matters is in the results
        )


@contextmanager
def _jails(workers: int, scheduler: str | None) -> Iterator[Client]:
    """Connect to workers that have a jail each: processes of this machine, or a cluster's."""
    place = nullcontext(scheduler) if scheduler else cluster(workers)
    with place as address, Client(address) as client:
        client.wait_for_workers(1, timeout=60)
        client.register_plugin(WarmJail())
        try:
            yield client
        finally:
            client.unregister_worker_plugin(WarmJail.name)


def _found(
    client: Client, course: Course, name: str, release: NotebookNode, students: list[str]
) -> Iterator[tuple[str, Graded | Exception]]:
    """Yield what each submission holds, or the error that kept it from being graded."""
    wanted = tasks(course, name, release)
    most = UNDER_WAY * len(client.nthreads())
    running, under_way = as_completed(), {}

    def next_one():
        future = next(running)
        student, submission = under_way.pop(future.key)
        try:
            marks, notes = future.result()
        except Exception as error:
            return student, error
        marks |= {name: NOTHING for name, text in submission.written.items() if not text.strip()}
        return student, Graded(marks, submission.notes + notes)

    for student in students:
        try:
            submission = notebooks.read(course.submitted(student, name), release)
        except notebooks.RefusedError as refusal:
            yield student, Graded({}, [], str(refusal))
            continue
        future = client.submit(mark, submission.cells, wanted, pure=False)
        under_way[future.key] = student, submission
        running.add(future)
        if len(under_way) >= most:
            yield next_one()
    while under_way:
        yield next_one()
