"""Turn what was found in one submission into its scores, its comments and its notebook."""

import shutil
import textwrap
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.api import Gradebook

from grading import cells
from grading.collect import ipynb, notebooks
from grading.course import Course
from grading.marks import autograded, gradebook
from grading.marks.mark import Graded


def forget(course: Course, name: str, student: str) -> None:
    """Remove the notebook with the verdicts from before."""
    shutil.rmtree(_path(course, name, student).parent, ignore_errors=True)


def write(course: Course, name: str, student: str, release: NotebookNode, found: Graded) -> None:
    """Write the student's notebook into `autograded/`, where formgrader and feedback read it."""
    given, written = new_notebook(), {}
    if not found.refused:
        submitted = course.submitted(student, name)
        given, _ = ipynb.parse(submitted.read_bytes())
        written = notebooks.read(submitted, release).written
    verdicts = {exercise: mark.message for exercise, mark in found.marks.items()}
    autograded.write(
        _path(course, name, student), autograded.harmless(release, given, verdicts, written)
    )


def save(
    book: Gradebook, name: str, student: str, release: NotebookNode, key: str, found: Graded
) -> None:
    """Write scores, comments and verdicts into the gradebook."""
    scores, comments = _scores(release, found), _comments(release, found)
    gradebook.save(book, name, student, key, found, scores, comments)


def _path(course: Course, name: str, student: str) -> Path:
    return course.root / "autograded" / student / name / f"{name}.ipynb"


def _scores(release: NotebookNode, found: Graded) -> dict[str, float]:
    """Return the points of each exercise; those without wait for a human."""
    marked = cells.marked(release)
    if found.refused:
        return dict.fromkeys(marked, 0.0)
    return {e: cells.marks(marked[e]).points * m.passed for e, m in found.marks.items()}


def _comments(release: NotebookNode, found: Graded) -> dict[str, str]:
    """Return by cell the verdict in a line, indented so that no page takes it for HTML."""
    if found.refused:
        text = _indented([f"The file {found.refused}."])
        return {cell: text for cell in map(cells.grade_id, release.cells) if cell}
    notes = [f"Note: {note}." for note in found.notes]
    said = {}
    for exercise, mark in found.marks.items():
        text = _indented([mark.message.splitlines()[-1], *(notes if not mark.passed else [])])
        said |= {f"{exercise}-answer": text, exercise: text}  # the latter if it is in words
    return said


def _indented(lines: list[str]) -> str:
    return textwrap.indent("\n".join(lines), "    ")
