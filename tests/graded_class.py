"""A class of seven with marks that are known in advance, and its course folder."""

import os
import shutil
from pathlib import Path

import nbformat
import pytest

POINTS = {"new_row": 1, "split_heads": 3, "multi_head": 5}
RIGHT, NOTHING, STRANGE = "right", "nothing", "strange"
BY_RESHAPE = "reshape without transpose mixes tokens and heads"
NO_SCALE = "the scores are not divided by √d_head"
NO_OUTPUT = "W_O is missing"
NO_POWERS = "the scores are divided by their sum, without the powers of e"

#: What each student answers; fay's file is cut off.
CLASS = {
    "ada": {"new_row": RIGHT, "split_heads": RIGHT, "multi_head": RIGHT},
    "ben": {"new_row": RIGHT, "split_heads": BY_RESHAPE, "multi_head": NO_SCALE},
    "cleo": {"new_row": NO_POWERS, "split_heads": RIGHT, "multi_head": NO_OUTPUT},
    "dan": {"new_row": NOTHING, "split_heads": BY_RESHAPE, "multi_head": RIGHT},
    "eve": {"new_row": NOTHING, "split_heads": NOTHING, "multi_head": NOTHING},
    "fay": {},
    "gus": {"new_row": RIGHT, "split_heads": RIGHT, "multi_head": STRANGE},
}
SCORES = {"ada": 9, "ben": 1, "cleo": 3, "dan": 5, "eve": 0, "fay": 0, "gus": 4}


def answer(course, exercise: str, kind: str) -> str:
    """Write the code of one answer: ours, a usual mistake of `wrong.py`, or something else."""
    from multihead.exercises import class_variants
    from multihead.exercises import folders as exercises

    from exercises import source as exercise_source

    loaded = exercises.load(exercise)
    if kind == STRANGE:
        return f"def {exercise}(x, *others):\n    return x * 0 + 7"
    if loaded.by_hand:
        function = loaded.reference if kind == RIGHT else loaded.wrong[kind]
        (case,) = class_variants.sheet(loaded, course.secret("hw1", exercise)).cases
        return f"{exercise} = {function(*case.values()).tolist()}"
    folder = exercises.folder_of(exercise)
    if kind == RIGHT:
        return exercise_source.code(exercise_source.read(folder / "exercise.md").solution)
    code = (folder / "wrong.py").read_text("utf-8").split("\nWRONG = ")[0]
    return f"{code}\n{exercise} = {loaded.wrong[kind].__name__}"


def hand_in(course, student: str, kinds: dict[str, str], *others) -> Path:
    """Put a notebook into `submitted/`; the other cells come after those that were released."""
    nb = nbformat.read(course.release("hw1"), as_version=4)
    cells = {cell.id: cell for cell in nb.cells}
    for exercise, kind in kinds.items():
        if kind != NOTHING:
            cells[f"{exercise}-answer"].source = answer(course, exercise, kind)
    nb.cells += others
    path = course.submitted(student, "hw1")
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, path)
    return path


@pytest.fixture(scope="session")
def class_course(tmp_path_factory):
    """Make a course in which the class of seven has handed in its work."""
    from grading.assign import assignments, release
    from grading.course import new

    course = new(tmp_path_factory.mktemp("class") / "course")
    (course.root / "secret_seed").write_text("246\n")  # others may have the numbers of seed 357
    path = course.source("hw1")
    path.parent.mkdir(parents=True)
    with_points = [f"{exercise}={points}" for exercise, points in POINTS.items()]
    nbformat.write(assignments.make(course, "hw1", with_points), path)
    release.release(course, "hw1")
    for student, kinds in CLASS.items():
        hand_in(course, student, kinds)
    os.truncate(course.submitted("fay", "hw1"), 999)
    return course


@pytest.fixture(scope="session")
def dask_address():
    """Start workers once for all tests; whoever loses some gets others.

    A jail of theirs stays for the next grading, since it takes seconds to start; those of a cluster
    that grades by itself end with it.
    """
    from distributed import Client, WorkerPlugin

    from grading.jail.jail import Jail
    from grading.marks import workers
    from grading.marks.grade import cluster

    class Kept(Jail):
        def limited(self, limits):
            """Go on with these limits; all but seconds hold from a jail's start."""
            if self._process and limits._replace(seconds=self.limits.seconds) != self.limits:
                self._stop()
            self.limits = limits
            return self

        def __enter__(self):
            return self if self._process else super().__enter__()

        def __exit__(self, *_):
            pass

    class KeepJail(WorkerPlugin):
        def setup(self, worker):
            workers.Jail = Kept().limited

    with cluster(2) as started:
        with Client(started) as client:
            client.register_plugin(KeepJail())
        yield started.scheduler_address


@pytest.fixture(scope="session")
def graded_course(class_course, dask_address, tmp_path_factory):
    """Grade a copy of that course once."""
    from grading.marks.grade import grade

    course = copied(class_course, tmp_path_factory.mktemp("graded"))
    grade(course, "hw1", scheduler=dask_address)
    return course


def copied(course, folder: Path):
    """Copy a course, so that a test may change it."""
    from grading.course import find

    shutil.copytree(course.root, folder / "course")
    return find(folder / "course")
