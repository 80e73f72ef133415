"""Turn what was found in one submission into its scores, its comments and its notebook."""

import shutil
import textwrap

from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.api import Gradebook

from grading import cells
from grading.collect import ipynb, notebooks
from grading.course import Course
from grading.marks import autograded, autograded_checksums, gradebook, manual_points, points
from grading.marks.mark import Graded


def forget(course: Course, name: str, student: str) -> None:
    """Remove the notebook with the verdicts from before."""
    shutil.rmtree(course.autograded(student, name).parent, ignore_errors=True)


def write(
    course: Course, name: str, student: str, release: NotebookNode, found: Graded
) -> dict[str, str]:
    """Write the student's notebook into `autograded/`, where formgrader and feedback read it.

    Returns by exercise a checksum of the student's own text.
    """
    given, written = new_notebook(), {}
    if not found.refused:
        submitted = course.submitted(student, name)
        given, _ = ipynb.parse(submitted.read_bytes())
        written = notebooks.read(submitted, release).written
    verdicts = {exercise: mark.message for exercise, mark in found.marks.items()}
    made = autograded.harmless(release, given, verdicts, written)
    autograded.write(course.autograded(student, name), made)
    return manual_points.texts(release, given, written)


def put_back(
    book: Gradebook, course: Course, name: str, release: NotebookNode, graded: dict[str, Graded]
) -> list[str]:
    """Write the notebooks anew that something else has changed or removed; return whose."""
    paths = {student: course.autograded(student, name) for student in graded}
    changed = autograded_checksums.changed(book, name, paths)
    for student in changed:
        write(course, name, student, release, graded[student])
        autograded_checksums.keep(book, name, student, paths[student])
    book.db.commit()
    return changed


def save(
    book: Gradebook,
    name: str,
    student: str,
    release: NotebookNode,
    key: str,
    found: Graded,
    texts: dict[str, str],
) -> None:
    """Write scores, comments and verdicts into the gradebook."""
    scores, comments = _scores(release, found), _comments(release, found)
    gradebook.save(book, name, student, key, found, scores, comments, texts)


def _scores(release: NotebookNode, found: Graded) -> dict[str, float]:
    """Return the points of each exercise; those without wait for a human."""
    marked = cells.marked(release)
    if found.refused:
        return dict.fromkeys(marked, 0.0)
    partial = release.metadata.many_heads.get("partial", False)
    worth = {name: cells.marks(cell).points for name, cell in marked.items()}
    return {e: points.points(m, worth[e], partial) for e, m in found.marks.items()}


def _comments(release: NotebookNode, found: Graded) -> dict[str, str]:
    """Return by cell the verdict in a line, indented so that no page takes it for HTML."""
    if found.refused:
        text = _indented([f"The file {found.refused}."])
        return {cell: text for cell in map(cells.grade_id, release.cells) if cell}
    notes = [f"Note: {note}." for note in found.notes]
    said = {}
    for exercise, mark in found.marks.items():
        lines = [*points.said(mark.kinds or {}), mark.message.splitlines()[-1]]
        text = _indented([*lines, *(notes if not mark.passed else [])])
        said |= {f"{exercise}-answer": text, exercise: text}  # the latter if a human grades it
    return said


def _indented(lines: list[str]) -> str:
    return textwrap.indent("\n".join(lines), "    ")
