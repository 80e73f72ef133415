"""Part of bench/grading.py: ordinary notebooks in our grader, stock nbgrader and Otter-Grader.

All judge the same four exercises; the two others have our right answers in their hidden tests, as
numbers. Each returns, by habit, the points of each exercise, or None if it gave no points at all.
"""

import json
import zipfile
from pathlib import Path

import nbformat
import numpy as np

from bench.graders import known
from bench.graders.courses import gradebook, make_stock, nbgrader, ours, run
from bench.graders.students import stub
from bench.ordinary import HABITS
from bench.ordinary.habit import POINTS, Habit

SECONDS = 2.0  # what a cell or a call may take, in ours; the others stop after theirs
PATIENCE = 120  # seconds that Otter-Grader gets for a notebook
Points = dict[str, dict[str, float] | None]

TESTS = """\
import numpy as np

for inputs, right in {cases}:
    inputs = [np.array(one) if isinstance(one, list) else one for one in inputs]
    np.testing.assert_allclose({answer}, right, atol={tolerance})
"""
STOCK_TESTS = "### BEGIN HIDDEN TESTS\n{}### END HIDDEN TESTS\n"
OTTER_FILE = """\
from otter.test_files import test_case

OK_FORMAT, name, points = False, "{name}", {points}


@test_case(points={points}, hidden=True)
def test_{name}({name}):
{tests}"""


def deserved() -> Points:
    """Return what every habit deserves."""
    return {name: dict(habit.points()) for name, habit in HABITS.items()}


def grade_ours(course: Path) -> Points:
    ours("new", course)
    known.keep_seed(course)
    ours("assignment", course, "hw1", *(f"{name}={points}" for name, points in POINTS.items()))
    source = course / "source" / "hw1" / "hw1.ipynb"
    made = nbformat.read(source, as_version=4)
    made.metadata.many_heads.seconds = SECONDS
    nbformat.write(made, source)
    ours("release", course, "hw1")
    students = hand_in(course)
    ours("grade", course, "hw1")
    return read(course, students)


def grade_stock(course: Path) -> Points:
    parts = [(name, stub(name), STOCK_TESTS.format(tests(name))) for name in POINTS]
    make_stock(course, parts)
    students = hand_in(course)
    nbgrader(course, "autograde")
    found = read(course, students)
    return {
        habit: each and {name: (each[name] or 0) * POINTS[name] for name in POINTS}
        for habit, each in found.items()
    }


def grade_otter(folder: Path, commands: Path) -> Points:
    with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
        archive.writestr("otter_config.json", "{}")
        for name, points in POINTS.items():
            body = "".join(f"    {line}\n" for line in tests(name).splitlines())
            text = OTTER_FILE.format(name=name, points=points, tests=body)
            archive.writestr(f"tests/{name}.py", text)
    released = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for name in POINTS:
        mark = {"nbgrader": {"grade_id": f"{name}-answer", "solution": True}}
        cell = {"cell_type": "code", "id": name, "metadata": mark, "source": "", "outputs": []}
        released["cells"].append(cell | {"execution_count": None})
    return {
        name: _otter(folder / f"{number:03}", habit, released, commands)
        for number, (name, habit) in enumerate(HABITS.items())
    }


def _otter(place: Path, habit: Habit, released: dict, commands: Path) -> dict[str, float] | None:
    place.mkdir()
    (place / "hw1.ipynb").write_bytes(habit.notebook(released, SECONDS))
    stop = ["timeout", "--kill-after", "5", PATIENCE]
    run(*stop, commands / "otter", "run", "-a", "../autograder.zip", "hw1.ipynb", cwd=place)
    if not (place / "results.json").exists():
        return None
    found = json.loads((place / "results.json").read_text())["tests"]
    scores = {test["name"]: test.get("score", 0.0) for test in found}
    return {name: next((s for n, s in scores.items() if name in n), 0.0) for name in POINTS}


def tests(name: str) -> str:
    """Return hidden tests of an exercise: its cases and our answers, as numbers."""
    sheet = known.sheet(name)
    cases = [
        ([value.tolist() if isinstance(value, np.ndarray) else value for value in case.values()],)
        for case in sheet.cases
    ]
    pairs = [(*case, right.tolist()) for case, right in zip(cases, sheet.right, strict=True)]
    answer = name if sheet.by_hand else f"{name}(*inputs)"
    return TESTS.format(cases=pairs, answer=answer, tolerance=sheet.tolerance)


def hand_in(course: Path) -> dict[str, str]:
    """Hand in a notebook for every habit; return its student."""
    text = (course / "release" / "hw1" / "hw1.ipynb").read_text("utf-8")
    students = {name: f"{number:03}" for number, name in enumerate(HABITS)}
    for name, student in students.items():
        place = course / "submitted" / student / "hw1" / "hw1.ipynb"
        place.parent.mkdir(parents=True)
        place.write_bytes(HABITS[name].notebook(json.loads(text), SECONDS))
    return students


def read(course: Path, students: dict[str, str]) -> Points:
    found = gradebook(course)
    return {name: found.get(student) for name, student in students.items()}
