"""Let nbgrader make the students' notebook, and keep it only if it gives nothing away."""

import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import nbformat
from book_site.learners import packing
from multihead.exercises import verdict
from multihead.exercises.sheets import Sheet
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log

from grading import catalogue
from grading.assign import handout
from grading.assign.leaks import MISTAKE, TELLING
from grading.cells import grade_id, marked, marks
from grading.course import Course, CourseError

BEGIN, END = "### BEGIN ", "### END "  # of solutions, hidden tests and mark schemes


def release(course: Course, name: str) -> Path:
    """Make `release/NAME/` from `source/NAME/`, with the zip that students get.

    An older one stays until the new one is good.

    Raises
    ------
    CourseError
        If nbgrader fails, a cell cannot be marked, or the release gives a solution away or passes
        as given.
    """
    source = course.read_source(name)
    _check_own_cells(course, source)
    with tempfile.TemporaryDirectory(dir=course.root, prefix=".release-") as folder:
        made = _generate(course, name, folder)
        notebook = nbformat.read(made / f"{name}.ipynb", as_version=4)
        course.same_variant(name, notebook)
        check(course, name, source, notebook)
        first = packing.with_first_cell(notebook, handout.first_cell(name))
        (made / f"{name}.ipynb").write_bytes(first)
        handout.write(course, name, made, _secrets(source, _exercises(course, source)))
        target = course.release(name).parent
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(exist_ok=True)
        shutil.move(made, target)
    return course.release(name)


def _generate(course: Course, name: str, folder: str) -> Path:
    config = course.config()
    config.CourseDirectory.release_directory = folder
    directory = CourseDirectory(config=config)
    directory.assignment_id = name
    outcome = capture_log(GenerateAssignment(coursedir=directory, config=config))
    if not outcome["success"]:
        errors = re.findall(r"^ *[\w.]+(?:Error|Exception): .*", outcome["log"], re.MULTILINE)
        raise CourseError(f"nbgrader made no release:\n{errors[0].strip()}")
    return Path(folder) / name


def _check_own_cells(course: Course, source: NotebookNode) -> None:
    """Refuse cells with points that neither an exercise nor a person marks."""
    known = catalogue.folders(course)
    for cell in source.cells:
        name = grade_id(cell)
        if marks(cell).get("task"):
            raise CourseError(
                f"the cell {name} is a task of nbgrader, whose points no command reads; make it a "
                "manually graded answer in the Create Assignment toolbar"
            )
        if marks(cell).get("grade") and not marks(cell).get("solution") and name not in known:
            raise CourseError(
                f"the cell {name} has tests of its own, whose points a student's code could take; "
                "make it a manually graded answer, or an exercise of your own: "
                f"python -m grading exercise COURSE {name}"
            )


def check(course: Course, name: str, source: NotebookNode, made: NotebookNode) -> None:
    """Refuse a release that gives a solution away or passes as it is."""
    used = _exercises(course, made)
    text = "\n".join(cell.source for cell in made.cells)
    given_away = [line for line in _secrets(source, used) if line in text]
    if given_away:
        raise CourseError(f"the release would show a line of a solution: {given_away[0].strip()}")
    for folder in filter(catalogue.is_checked, used):
        if _passes(catalogue.sheet(folder, course.secret(name, folder.name)), made):
            raise CourseError(f"{folder.name} passes as released; take the answer out of its stub")


def _exercises(course: Course, made: NotebookNode) -> list[Path]:
    """Return the folders of the exercises in a notebook; other cells with points have none."""
    known = catalogue.folders(course)
    return [known[name] for name in marked(made) if name in known]


def _passes(sheet: Sheet, made: NotebookNode) -> bool:
    space = {}
    for cell in made.cells:
        if cell.cell_type == "code" and grade_id(cell) == f"{sheet.name}-answer":
            with suppress(Exception):  # a stub may end in an error
                exec(cell.source, space)
    return bool(sheet.name in space and verdict.compare(sheet, space[sheet.name]))


def _secrets(source: NotebookNode, used: list[Path]) -> list[str]:
    """List the lines that a release may not show: of the solutions, references, wrong answers."""
    hidden, given = [], []
    for cell in source.cells:
        regions, rest = _regions(cell.source)
        hidden += regions
        given += [rest] if regions else []  # the stub above a solution
    for folder in used:
        own = catalogue.source(folder)
        given += [own.stub, own.task]
        for file in folder.glob("*.py"):
            hidden += file.read_text("utf-8").splitlines()
    public = "\n".join(given)
    telling = [line for line in hidden if len(line.strip()) > TELLING and line not in public]
    return [line for line in telling if not MISTAKE.fullmatch(line.strip())]


def _regions(text: str) -> tuple[list[str], str]:
    """Split a cell into the lines that nbgrader takes out and the text that it leaves."""
    regions, rest, inside = [], [], False
    for line in text.splitlines():
        inside = (inside or BEGIN in line) and END not in line
        (regions if inside else rest).append(line)
    return regions, "\n".join(rest)
