"""Grade an assignment: jail, trusted checks, gradebook; again only what has changed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

import dask
from distributed import Client, LocalCluster, wait
from multihead.exercises.sheets import Sheet
from nbformat import NotebookNode
from tqdm import tqdm

from grading import catalogue, cells
from grading.collect import notebooks, places
from grading.collect.notebooks import Submission
from grading.course import Course, CourseError
from grading.jail.causes import NOT_DEFINED
from grading.jail.limits import Limits
from grading.marks import autograded_checksums, freshness, gradebook, results
from grading.marks.mark import NO_ANSWER, Graded, Mark, unanswered
from grading.marks.workers import WarmJail, mark

NOTHING = Mark(False, NO_ANSWER, cause=NO_ANSWER)  # to what a human grades
UNTOUCHED = "its answer cell is still as it was handed out"
UNDER_WAY = 4  # submissions for each worker; more are read when these are graded
TRIES, RESTART = 4, 120  # of a submission whose workers are lost; seconds until there is another


class Outcome(NamedTuple):
    """What one run has done; in the end every submission is in one of the first three."""

    graded: int
    unchanged: int
    failed: dict[str, str]  # by student: why there is no score
    refused: dict[str, str]  # by student: why the score is 0
    waiting: int  # answers that a human still has to grade
    again: dict[str, list[str]]  # by student: what had points by hand, for another text
    put_back: list[str]  # students whose notebook with the verdicts something else had changed


def grade(course: Course, name: str, workers: int = 2, scheduler: str | None = None) -> Outcome:
    """Grade what was collected and is not graded yet as it is now.

    Every score is written as soon as it is known, so a run that was stopped goes on where it
    was. Until then a submission has no score, not even an older one.

    Raises
    ------
    CourseError
        If the assignment was not released, with numbers of another secret seed, or nothing was
        collected.
    JailError
        If this machine has no jail.
    """
    release, keys = course.read_release(name), freshness.keys(course, name)
    course.same_variant(name, release)
    failed = {}
    with gradebook.opened(course) as book:
        graded = freshness.current(book, name, keys)
        todo = sorted(keys.keys() - graded.keys())
        wanted = sheets(course, name, release) if todo else []
        put_back = results.put_back(book, course, name, release, graded)
        gradebook.reset(book, name, todo)
        for student in todo:
            results.forget(course, name, student)
        if todo:
            with _jails(workers, scheduler, _limits(release)) as client:
                found = _found(client, course, name, release, todo, wanted)
                for student, one in tqdm(found, total=len(todo), unit="submission", mininterval=1):
                    if isinstance(one, Exception):
                        failed[student] = f"{type(one).__name__}: {one}"
                        continue
                    texts = results.write(course, name, student, release, one)
                    autograded_checksums.keep(book, name, student, course.autograded(student, name))
                    results.save(book, name, student, release, keys[student], one, texts)
        refused = {
            s: g.refused for s, g in freshness.current(book, name, keys).items() if g.refused
        }
        rows = gradebook.rows(book, name, list(keys.keys() - failed))
        waiting, again = sum(row.waiting for row in rows), {r.student.id: r.again for r in rows}
    graded_now, unchanged = len(todo) - len(failed), len(keys) - len(todo)
    again = {student: names for student, names in again.items() if names}
    return Outcome(graded_now, unchanged, failed, refused, waiting, again, put_back)


def sheets(course: Course, name: str, release: NotebookNode) -> list[Sheet]:
    """List what answers are judged on, of all that is judged by checks.

    All inputs come from the secret seed; a worker needs no file of an exercise.
    """
    marked = cells.marked(release).items()
    checked = [exercise for exercise, cell in marked if not cells.marks(cell).get("solution")]
    folders = {exercise: catalogue.folder(course, exercise) for exercise in checked}
    return [catalogue.sheet(at, course.secret(name, one)) for one, at in folders.items()]


def cluster(workers: int) -> LocalCluster:
    """Start worker processes on this machine; a lost one is replaced, and its work done again.

    A worker has one submission at a time, so no other is suspected when a worker is lost.
    """
    # Asked when one is lost. After its 15 seconds, Dask gives up whoever is still starting.
    dask.config.set({"distributed.deploy.lost-worker-timeout": "1 day"})
    with dask.config.set({"distributed.scheduler.worker-saturation": 1.0}):
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,  # what matters is in the results
        )


def _limits(release: NotebookNode) -> Limits:
    """Return what the assignment allows."""
    allowed = release.metadata.get("many_heads", {})
    return Limits(
        allowed.get("seconds", cells.SECONDS),
        int(allowed.get("memory", cells.GIGABYTES) * 2**30),
        may_import=tuple(allowed.get("may_import", ())),
    )


@contextmanager
def _jails(workers: int, scheduler: str | None, limits: Limits) -> Iterator[Client]:
    """Connect to workers that have a jail each: processes of this machine, or a cluster's."""
    place = nullcontext(scheduler) if scheduler else cluster(workers)
    with place as address, Client(address) as client:
        client.wait_for_workers(1, timeout=RESTART)
        client.register_plugin(WarmJail(limits))
        try:
            yield client
        finally:
            client.unregister_worker_plugin(WarmJail.name)


def _placed(
    marks: dict[str, Mark],
    submission: Submission,
    release: NotebookNode,
    wanted: list[Sheet],
    notes: list[str],
) -> dict[str, Mark]:
    """Say of what is not defined where the notebook shows it, or that nothing was written."""
    by_hand = {sheet.name: sheet.by_hand for sheet in wanted}
    lost = {name: by_hand[name] for name, mark in marks.items() if mark.cause == NOT_DEFINED}
    same = places.untouched(submission.nb, release)
    told = {name: UNTOUCHED for name in lost if f"{name}-answer" in same}
    shown = places.find(submission.nb, release, lost, notes) if lost else {}
    return {
        name: marks[name]._replace(
            message=unanswered(name, NOT_DEFINED, text), place=shown.get(name)
        )
        for name, text in (told | shown).items()
    }


def _found(
    client: Client,
    course: Course,
    name: str,
    release: NotebookNode,
    students: list[str],
    wanted: list[Sheet],
) -> Iterator[tuple[str, Graded | Exception]]:
    """Yield what each submission holds, or the error that kept it from being graded."""
    most, under_way = UNDER_WAY * len(client.nthreads()), {}
    patience = TRIES * (_limits(release).total(len(wanted)) + RESTART)

    def next_one():
        try:
            future = wait([*under_way], patience, return_when="FIRST_COMPLETED").done.pop()
        except TimeoutError:
            raise CourseError(f"no worker answers for {patience:g} s; run it again") from None
        student, submission = under_way.pop(future)
        try:
            marks, notes = future.result(patience)
        except Exception as error:
            return student, error
        marks |= _placed(marks, submission, release, wanted, notes)
        marks |= {name: NOTHING for name, text in submission.written.items() if not text.strip()}
        return student, Graded(marks, submission.notes + notes)

    for student in students:
        try:
            submission = notebooks.read(course.submitted(student, name), release)
        except notebooks.RefusedError as refusal:
            yield student, Graded({}, [], str(refusal))
            continue
        future = client.submit(mark, submission.cells, wanted, pure=False)
        under_way[future] = student, submission
        if len(under_way) >= most:
            yield next_one()
    while under_way:
        yield next_one()
