"""Our grader, stock nbgrader, Otter-Grader and PrairieLearn's grader; see grading.py.

For the cheating set all have the same tests of one exercise. Each gets an empty folder and, by
student, the code of one notebook cell. It returns each student's score, or None if it gave none.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import nbformat
from multihead.exercises import folders as exercises

from bench.graders.courses import (
    gradebook,
    hand_in,
    make_ours,
    make_stock,
    nbgrader,
    notebook,
    ours,
    run,
)
from tools.authors import exercise_source

SECRET = 20_261_122
Scores = dict[str, float | None]

OTTER, PRAIRIELEARN = "otter-grader==7.0.0", "pytest-prairielearn-grader[notebook]==0.3.1"
UNDECLARED = {  # what a peer imports and does not ask for
    OTTER: ["ipykernel==7.4.0", "pandas==3.1.1"],
    PRAIRIELEARN: ["networkx==3.6.1", "pandas==3.1.1", "plot-serializer==0.2.3"],
}
PYTHON = {
    OTTER: sys.executable,
    # As root, PrairieLearn's grader needs a Python that another user may run.
    PRAIRIELEARN: "/usr/bin/python3" if os.getuid() == 0 else sys.executable,
}

VISIBLE = """\
import numpy as np

seven = np.arange(35.0).reshape(5, 7)
found = attention(np.zeros((1, 3)), np.ones((5, 3)), seven)
np.testing.assert_allclose(found, np.arange(14.0, 21.0)[None], atol=1e-4)
"""
HIDDEN = """\
{cases}
{reference}

for case in cases(np.random.default_rng({secret})):
    np.testing.assert_allclose(attention(**case), reference(**case), atol=1e-4)
"""
NBGRADER_CELL = """\
{visible}
### BEGIN HIDDEN TESTS
{hidden}
### END HIDDEN TESTS
"""
OTTER_FILE = """\
from otter.test_files import test_case

OK_FORMAT, name, points = False, "attention", 1


@test_case(points=1, hidden=True)
def test_attention(attention):
{tests}"""
PRAIRIELEARN_FILE = """\
import functools

from pytest_prairielearn_grader import ConfigObject

autograder_config = ConfigObject(sandbox_timeout=10, student_code_pattern="*.ipynb")


def test_attention(sandbox):
    attention = functools.partial(sandbox.query_function, "attention", query_timeout=10)
{tests}"""


def hidden_tests() -> str:
    """Return hidden tests as instructors write them, with a reference in the same place."""
    folder = exercises.folder_of("attention")
    checks = (folder / "checks.py").read_text("utf-8")
    solution = exercise_source.code(exercise_source.read(folder / "exercise.md").solution)
    return HIDDEN.format(
        cases=checks[checks.index("SIZES") : checks.index("def reference")],
        reference=solution[solution.index("def attention") :].replace("attention", "reference", 1),
        secret=SECRET,
    )


def all_tests() -> str:
    """Return the visible and the hidden tests as the body of a function."""
    lines = (VISIBLE + "\n" + hidden_tests()).splitlines(keepends=True)
    return "".join(f"    {line}" if line.strip() else line for line in lines)


def grade_stock(course: Path, codes: dict[str, str]) -> Scores:
    tests = NBGRADER_CELL.format(visible=VISIBLE, hidden=hidden_tests())
    make_stock(course, [("attention", "...", tests)])
    hand_in(course, {student: [code] for student, code in codes.items()})
    nbgrader(course, "autograde")
    found = gradebook(course)
    return {student: found.get(student, {}).get("attention") for student in codes}


def grade_ours(course: Path, codes: dict[str, str]) -> Scores:
    make_ours(course, ["attention"])
    hand_in(course, {student: [code] for student, code in codes.items()})
    ours("grade", course, "hw1")
    return {student: points["attention"] for student, points in gradebook(course).items()}


# ---- Otter-Grader and PrairieLearn --------------------------------------------------------------


def install(cache: Path, peer: str) -> Path:
    """Install a peer into its own environment, once; return the folder of its commands."""
    place = cache / peer.partition("=")[0].partition("[")[0]
    if not (place / "complete").exists():
        subprocess.run([PYTHON[peer], "-m", "venv", "--without-pip", "--clear", place], check=True)
        pip = [sys.executable, "-m", "pip", "--python", place / "bin" / "python", "install"]
        subprocess.run([*pip, "-qq", peer, *UNDECLARED[peer]], check=True)
        if peer == OTTER:  # what it has not itself, such as PyTorch, its notebooks find in ours
            ours = sysconfig.get_path("purelib")
            (installed,) = place.glob("lib/python*/site-packages")
            (installed / "ours.pth").write_text(f"{ours}\n")
        (place / "complete").touch()
    return place / "bin"


def grade_otter(folder: Path, codes: dict[str, str], commands: Path) -> Scores:
    with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
        archive.writestr("otter_config.json", "{}")
        archive.writestr("tests/attention.py", OTTER_FILE.format(tests=all_tests()))
    found: Scores = dict.fromkeys(codes)
    for student, code in codes.items():
        place = folder / student
        place.mkdir()
        nbformat.write(notebook(code), place / "hw1.ipynb")
        run(commands / "otter", "run", "-a", "../autograder.zip", "hw1.ipynb", cwd=place)
        if (place / "results.json").exists():
            tests = json.loads((place / "results.json").read_text())["tests"]
            found[student] = next((test["score"] for test in tests if "score" in test), None)
    return found


def grade_prairielearn(folder: Path, codes: dict[str, str], commands: Path) -> Scores:
    """Grade as its container does, where students' code runs as another user than root."""
    folder.chmod(0o755)
    worker = ["--worker-username", "nobody"] if os.getuid() == 0 else []
    found: Scores = dict.fromkeys(codes)
    for student, code in codes.items():
        place = folder / student
        (place / "test_student").mkdir(parents=True)
        (place / "test_student.py").write_text(PRAIRIELEARN_FILE.format(tests=all_tests()))
        nbformat.write(notebook(code), place / "test_student" / "student_code.ipynb")
        run(commands / "pytest", "--rootdir=.", *worker, "test_student.py", cwd=place)
        results = place / "autograder_results.json"
        if results.exists():
            found[student] = json.loads(results.read_text()).get("score")
    return found
