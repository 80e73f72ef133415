"""Let nbgrader make the students' notebook, and keep it only if it gives nothing away."""

import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import nbformat
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log

from grading.cells import grade_id, marked
from grading.course import Course, CourseError
from tools.authors import exercise_source

BEGIN, END = "### BEGIN ", "### END "  # of solutions, hidden tests and mark schemes
TELLING = 20  # shorter lines, such as a bracket or a return, give nothing away


def release(course: Course, name: str) -> Path:
    """Make `release/NAME/` from `source/NAME/`; an older one stays until the new one is good.

    Raises
    ------
    CourseError
        If nbgrader fails, or the release gives a solution away or passes as given.
    """
    source = course.read_source(name)
    with tempfile.TemporaryDirectory(dir=course.root, prefix=".release-") as folder:
        made = _generate(course, name, folder)
        check(source, nbformat.read(made / f"{name}.ipynb", as_version=4))
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


def check(source: NotebookNode, made: NotebookNode) -> None:
    """Refuse a release that gives a solution away or passes as it is."""
    text = "\n".join(cell.source for cell in made.cells)
    given_away = [line for line in _secrets(source) if line in text]
    if given_away:
        raise CourseError(f"the release would show a line of a solution: {given_away[0].strip()}")
    seed = made.metadata.get("many_heads", {}).get("variant", 0)
    for name in marked(made).keys() & set(exercises.names()):
        if _passes(name, made, seed):
            raise CourseError(f"{name} passes as released; take the answer out of its stub")


def _passes(name: str, made: NotebookNode, seed: int) -> bool:
    space = {}
    for cell in made.cells:
        if cell.cell_type == "code" and grade_id(cell) == f"{name}-answer":
            with suppress(Exception):  # a stub may end in an error
                exec(cell.source, space)
    return bool(name in space and checks.check(name, space[name], seed=seed))


def _secrets(source: NotebookNode) -> list[str]:
    """List the lines that a release may not show: of the solutions, references, wrong answers."""
    hidden, given = [], []
    for cell in source.cells:
        regions, rest = _regions(cell.source)
        hidden += regions
        given += [rest] if regions else []  # the stub above a solution
    for name in marked(source).keys() & set(exercises.names()):
        own = exercise_source.read(exercises.folder_of(name) / "exercise.md")
        given += [own.stub, own.task]
        for part in ("checks.py", "wrong.py"):
            hidden += (exercises.folder_of(name) / part).read_text("utf-8").splitlines()
    public = "\n".join(given)
    return [line for line in hidden if len(line.strip()) > TELLING and line not in public]


def _regions(text: str) -> tuple[list[str], str]:
    """Split a cell into the lines that nbgrader takes out and the text that it leaves."""
    regions, rest, inside = [], [], False
    for line in text.splitlines():
        inside = (inside or BEGIN in line) and END not in line
        (regions if inside else rest).append(line)
    return regions, "\n".join(rest)
