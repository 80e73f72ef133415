"""Course folders of our grader and of stock nbgrader, which differ in their commands only."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode, v4

from bench.graders import known

ROOT = Path(__file__).parents[2]
HOUR = 3600


def run(*command: object, cwd: Path, check: bool = False) -> str:
    """Run a command in an activated environment; return what it said."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER"))}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=inherited | {"PATH": path, "PYTHONPATH": str(ROOT / "book")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HOUR,
    )
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def notebook(*codes: str) -> NotebookNode:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [v4.new_code_cell(code) for code in codes]
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def nbgrader(course: Path, command: str, check: bool = False) -> str:
    return run(sys.executable, "-m", "nbgrader", command, "hw1", cwd=course, check=check)


def make_stock(course: Path, parts: list[tuple[str, str, str]]) -> None:
    """Release an assignment of stock nbgrader: for each exercise its name, stub and tests."""
    source = notebook()
    for name, stub, tests in parts:
        for grade, text in ((False, stub), (True, tests)):
            mark = {"schema_version": 3, "cell_type": "code", "task": False, "locked": grade}
            mark |= {"grade_id": name if grade else f"{name}-answer", "solution": not grade}
            mark |= {"grade": True, "points": 1} if grade else {"grade": False}
            source.cells.append(v4.new_code_cell(text, metadata={"nbgrader": mark}))
    (course / "source" / "hw1").mkdir(parents=True)
    (course / "nbgrader_config.py").write_text("c = get_config()\n")
    nbformat.write(source, course / "source" / "hw1" / "hw1.ipynb")
    nbgrader(course, "generate_assignment", check=True)


def ours(command: str, course: Path, *arguments: str) -> str:
    """Run one of our commands, of which none may fail."""
    return run(sys.executable, "-m", "grading", command, course, *arguments, cwd=ROOT, check=True)


def make_ours(course: Path, names: list[str]) -> None:
    ours("new", course)
    known.keep_seed(course)
    ours("assignment", course, "hw1", *names)
    ours("release", course, "hw1")


def hand_in(course: Path, answers: dict[str, list[str]]) -> None:
    """Write each student's answers into the solution cells of the release, in their order."""
    released = nbformat.read(course / "release" / "hw1" / "hw1.ipynb", as_version=4)
    cells = [c for c in released.cells if c.metadata.get("nbgrader", {}).get("solution")]
    for student, texts in answers.items():
        for cell, text in zip(cells, texts, strict=True):
            cell.source = text
        place = course / "submitted" / student / "hw1"
        place.mkdir(parents=True)
        nbformat.write(released, place / "hw1.ipynb")


def gradebook(course: Path) -> dict[str, dict[str, float | None]]:
    """Read each student's points by exercise."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return {
            submission.student.id: {
                grade.name: grade.auto_score
                for part in submission.notebooks
                for grade in part.grades
            }
            for submission in book.assignment_submissions("hw1")
        }
