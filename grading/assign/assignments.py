"""Write an nbgrader source notebook from exercises of the book and of the course."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from book_site.learners import task_links
from multihead.exercises import folders as exercises
from multihead.exercises.sheets import Sheet
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from exercises import source as exercise_source
from grading import catalogue
from grading.assign import own_exercises
from grading.assign.options import Options
from grading.course import Course, CourseError
from tools.authors import exercise_pages

ROOT = Path(__file__).parents[2]
TOP = """\
# {name}

This notebook comes in `{name}.zip`, beside all that `check` needs; its README.txt says what to
install. In Google Colab, or wherever you opened this file alone: put `{name}.zip` beside it and run
the first cell. Each exercise has a task, a cell for your answer and a check. Your answer is found
by its name, so keep the name that the cell gives; of two definitions the last counts.

*Visible checks pass* is a good sign and gives no points: those come when it is graded. {credit} The
grader has {has}, and no other package. It stops a cell, or a call of an answer, after {seconds:g}
seconds and gives the notebook {memory:g} GB of memory. Cells that no answer needs may take long or
fail.
Hand in this one file.
"""
ALL_OR_NOTHING = "An answer gets all of its points or none."
PARTIAL = """\
Where a task names kinds of input, an answer gets a part of the points for each kind that it is
right for; any other answer gets all of its points or none."""

TASK = """\
## {title}

*{about}.* {goal}

{task}
"""
HINTS = "If you get stuck: [the page of this exercise]({address}) has two hints{numbers}."

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"  # nbgrader takes out what is between
NONE_WRITTEN = "# exercise.md has no code under Solution"


def wanted(text: str) -> tuple[str, float | None]:
    """Read `exercise` or `exercise=points`."""
    name, equals, number = text.partition("=")
    if not equals:
        return name, None
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", number) or not float(number):
        raise CourseError(f"{text}: {number!r} points; give a number above 0, as in {name}=2")
    return name, float(number)


def make(
    course: Course, name: str, texts: list[str], options: Options | None = None
) -> NotebookNode:
    """Make the source notebook of an assignment from `exercise[=points]` texts.

    The numbers of exercises by hand come from the course's secret seed.
    """
    options = options or Options()
    options.check()
    points = [wanted(text) for text in texts]
    twice = sorted({n for n, _ in points if [m for m, _ in points].count(n) > 1})
    if twice:
        raise CourseError(f"{', '.join(twice)}: named twice; name each exercise once")
    credit = PARTIAL if options.partial else ALL_OR_NOTHING
    top = TOP.format(name=name, credit=credit, **options.stated())
    sources, cells = {}, [new_markdown_cell(top.strip(), id="top")]
    for exercise, worth in points:
        folder = catalogue.folder(course, exercise)
        if folder.parent == course.exercises:
            own_exercises.check(folder, course.secret(name, exercise))
        sources[exercise] = catalogue.source(folder)
        cells += _cells(course, name, sources[exercise], worth, options.partial)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    by_hand = any(source.fields["kind"] == "by-hand" for source in sources.values())
    ours = options.kept() | ({"variant": course.variant(name)} if by_hand else {})
    return new_notebook(cells=cells, metadata={"kernelspec": kernel, "many_heads": ours})


def travelling(assignment: NotebookNode) -> dict[str, Any]:
    """Return what students' `check` should know of an assignment, for `book/keys/`."""
    return {"may_import": assignment.metadata.get("many_heads", {}).get("may_import", [])}


def _cells(
    course: Course,
    assignment: str,
    source: exercise_source.Source,
    points: float | None,
    partial: bool,
) -> list:
    """Return task, answer and check; the cell that has the points has the exercise's own name."""
    name, kind = source.name, source.fields["kind"]
    sheet = _sheet(course, assignment, source) if kind == "by-hand" else None
    in_words = kind == "experiment"
    points = points or (source.points if in_words else 1)
    solution = exercise_source.code(source.solution) or _instead(sheet)
    answer = _named(f"{source.stub}\n{BEGIN}\n{solution}\n{END}", source)
    seed = f', seed="{course.variant(assignment)}"' if sheet else ""
    check = f"check({name})" if kind == "code" else f'check("{name}", {name}{seed})'
    check = f"from multihead.checks import check\n\n{check}"
    task = _task(source, points, sheet, partial)
    task = _cell(new_markdown_cell, f"{name}-task", task, locked=True)
    if in_words:
        return [
            task,
            _cell(new_code_cell, f"{name}-code", answer, solution=True),
            _cell(new_code_cell, f"{name}-check", check, locked=True),
            _cell(
                new_markdown_cell, name, _rubric(source), grade=True, solution=True, points=points
            ),
        ]
    return [
        task,
        _cell(new_code_cell, f"{name}-answer", answer, solution=True),
        _cell(new_code_cell, name, check, grade=True, locked=True, points=points),
    ]


def _cell(new: Any, grade_id: str, text: str, **marks: Any) -> NotebookNode:
    nbgrader = {"grade": False, "solution": False, "locked": False, **marks}
    nbgrader |= {"schema_version": 3, "grade_id": grade_id}
    return new(text, id=grade_id, metadata={"nbgrader": nbgrader})


def _sheet(course: Course, assignment: str, source: exercise_source.Source) -> Sheet:
    return catalogue.sheet(source.folder, course.secret(assignment, source.name))


def _task(source: exercise_source.Source, points: float, sheet: Sheet | None, partial: bool) -> str:
    task = exercise_source.fill(source, source.task, sheet and sheet.cases[0])
    task += exercise_source.borrowed(source)
    task = task_links.resolve_links(task, task_links.chapters_address(ROOT))
    task = task.replace("`answer`", f"`{source.name}`") + _hints(source)
    about = f"{points:g} point" + "s" * (points != 1)
    kinds = _kinds(source) if partial else ()
    if kinds:
        about += f", of which {', '.join(kinds)} each gives the same part"
    if "minutes" in source.fields:
        about = f"About {source.fields['minutes']} minutes, {about}"
    title, goal = source.fields["title"], source.fields.get("goal", "")
    return TASK.format(task=task, about=about, title=title, goal=goal).strip()


def _hints(source: exercise_source.Source) -> str:
    """Say where the hints of an exercise of the book are, if it is known where the site is."""
    pages = task_links.chapters_address(ROOT)
    if not pages or exercise_source.HINTS not in source.fields or "chapter" not in source.fields:
        return ""
    address = f"{pages}exercises/{source.fields['chapter']}.html#{exercise_pages.target(source)}"
    numbers = ", there with other numbers" if source.fields["kind"] == "by-hand" else ""
    return f"\n\n{HINTS.format(address=address, numbers=numbers)}"


def _kinds(source: exercise_source.Source) -> list[str]:
    """Name the kinds of inputs that an exercise tells apart."""
    return [*exercises.read(source.folder).kinds] if source.fields["kind"] == "code" else []


def _named(code: str, source: exercise_source.Source) -> str:
    """Bind the exercise's own name, so that an answer is found without its cell."""
    return code if source.fields["kind"] == "code" else re.sub(r"\banswer\b", source.name, code)


def _instead(sheet: Sheet | None) -> str:
    """Return what stands for a solution without code: the numbers that are right."""
    return f"answer = {np.round(sheet.right[0], 6).tolist()}" if sheet else NONE_WRITTEN


def _rubric(source: exercise_source.Source) -> str:
    """Return what the person who grades looks at, between the marks that keep it from students."""
    words = re.sub("```.*?```", "", source.solution, flags=re.DOTALL).strip()
    parts = (source.rubric, source.wrong_conclusions, words)
    return "\n\n".join(["**Your conclusion**", BEGIN, *filter(None, parts)]) + f"\n{END}"
