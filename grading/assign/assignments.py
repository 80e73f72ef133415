"""Write an nbgrader source notebook from `exercises/`, and check what nbgrader releases of it."""

import re
from typing import Any

import numpy as np
from multihead.exercises import folders as exercises
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grading.course import CourseError
from tools.authors import exercise_source

TOP = """\
# {name}

Work in a copy of *Many Heads*, in the folder `book/`: there `check` is found. Each exercise has a
task, a cell for your answer and a check. Your answer is found by its name, so keep the name that
the cell gives.

*Visible checks pass* is a good sign and gives no points: those come when it is graded. Hand in
this one file.
"""

TASK = """\
## {title}

*About {minutes} minutes, {worth}.* {goal}

{task}
"""

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"  # nbgrader takes out what is between


def wanted(text: str, sources: dict[str, Any]) -> tuple[str, float | None]:
    """Read `exercise` or `exercise=points`."""
    name, equals, number = text.partition("=")
    if name not in sources:
        known = ", ".join(sorted(sources))
        raise CourseError(f"no exercise is named {name!r}; there are {known}")
    if not equals:
        return name, None
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", number) or not float(number):
        raise CourseError(f"{text}: {number!r} points; give a number above 0, as in {name}=2")
    return name, float(number)


def make(name: str, texts: list[str], variant: int) -> NotebookNode:
    """Make the source notebook of an assignment from `exercise[=points]` texts."""
    sources = {source.name: source for source in exercise_source.read_all()}
    points = [wanted(text, sources) for text in texts]
    twice = sorted({n for n, _ in points if [m for m, _ in points].count(n) > 1})
    if twice:
        raise CourseError(f"{', '.join(twice)}: named twice; name each exercise once")
    if variant < 0:
        raise CourseError(f"variant {variant}: use 0 or more")
    cells = [new_markdown_cell(TOP.format(name=name).strip(), id="top")]
    for exercise, worth in points:
        cells += _cells(sources[exercise], worth, variant)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "many_heads": {"variant": variant}}
    return new_notebook(cells=cells, metadata=metadata)


def _cells(source: exercise_source.Source, points: float | None, variant: int) -> list:
    """Return task, answer and check; the cell that has the points has the exercise's own name."""
    name, kind = source.name, source.fields["kind"]
    in_words = kind == "experiment"
    points = points or (source.points if in_words else 1)
    solution = exercise_source.code(source.solution) or _numbers(name, variant)
    answer = _named(f"{source.stub}\n{BEGIN}\n{solution}\n{END}", source)
    seed = f", seed={variant}" if variant and kind == "by-hand" else ""
    check = f"check({name})" if kind == "code" else f'check("{name}", {name}{seed})'
    check = f"from multihead.checks import check\n\n{check}"
    task = _cell(new_markdown_cell, f"{name}-task", _task(source, points, variant), locked=True)
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


def _task(source: exercise_source.Source, points: float, variant: int) -> str:
    task = exercise_source.fill(source, source.task, variant)
    task = task.replace("](../", "](").replace("`answer`", f"`{source.name}`")
    worth = f"{points:g} point" + "s" * (points != 1)
    return TASK.format(task=task, worth=worth, **source.fields).strip()


def _named(code: str, source: exercise_source.Source) -> str:
    """Bind the exercise's own name, so that an answer is found without its cell."""
    return code if source.fields["kind"] == "code" else re.sub(r"\banswer\b", source.name, code)


def _numbers(name: str, variant: int) -> str:
    found = exercises.load(name)
    right = found.reference(*exercises.variant(found, variant).values())
    return f"answer = {np.round(right, 6).tolist()}"


def _rubric(source: exercise_source.Source) -> str:
    """Return what the person who grades looks at, between the marks that keep it from students."""
    words = re.sub("```.*?```", "", source.solution, flags=re.DOTALL).strip()
    parts = (source.rubric, source.wrong_conclusions, words)
    return "\n\n".join(["**Your conclusion**", BEGIN, *parts]) + f"\n{END}"
