"""Write an nbgrader source notebook from `exercises/`, and check what nbgrader releases of it."""

import re
from typing import Any

import exercise_source
import numpy as np
from multihead import exercises
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from grading.course import CourseError

TOP = """\
# {name}

Work in a copy of *Many Heads*, in the folder `book/`: there `check` is found. Each exercise has a
task, a cell for your answer and a check. Your answer is found by its name, so keep the name that
the cell gives.

*Visible checks pass* is a good sign and gives no points: those come later, from checks with other
inputs. Hand in this one file.
"""

TASK = """\
## {title}

*About {minutes} minutes, {points:g} points.* {goal}

{task}
"""

WORDS = """\
**Your conclusion**

### BEGIN SOLUTION
{rubric}

{wrong}

{solution}
### END SOLUTION
"""

CHECK = "from multihead.checks import check\n\n"


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
    task = exercise_source.fill(source, source.task, variant).replace("](../", "](")
    head = TASK.format(task=task, points=points, **source.fields).strip()
    stub, solution = (_named(name, text) for text in (source.stub, _solution(source, variant)))
    answer = f"{stub}\n### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    seed = f", seed={variant}" if variant and kind == "by-hand" else ""
    call = f"check({name})" if kind == "code" else f'check("{name}", {name}{seed})'
    made = [_cell(new_markdown_cell, f"{name}-task", head, locked=True)]
    if not in_words:
        made.append(_cell(new_code_cell, f"{name}-answer", answer, solution=True))
        return [*made, _cell(new_code_cell, name, CHECK + call, grade=True, points=points)]
    made.append(_cell(new_code_cell, f"{name}-code", answer, solution=True))
    made.append(_cell(new_code_cell, f"{name}-check", CHECK + call, locked=True))
    rubric = (source.rubric, source.wrong_conclusions, source.solution)
    words = WORDS.format(**dict(zip(("rubric", "wrong", "solution"), rubric, strict=True))).strip()
    graded = {"grade": True, "solution": True, "points": points}
    return [*made, _cell(new_markdown_cell, name, words, **graded)]


def _cell(new: Any, grade_id: str, text: str, **marks: Any) -> NotebookNode:
    nbgrader = {"schema_version": 3, "grade_id": grade_id}
    nbgrader |= {"grade": False, "solution": False, "locked": marks.get("grade", False), **marks}
    return new(text, id=grade_id, metadata={"nbgrader": nbgrader})


def _named(name: str, text: str) -> str:
    """Bind the exercise's own name, so that an answer is found without its cell."""
    return re.sub(r"^answer\b", name, text, flags=re.MULTILINE)


def _solution(source: exercise_source.Source, variant: int) -> str:
    if source.fields["kind"] != "by-hand":
        return exercise_source.code(source.solution)
    found = exercises.load(source.name)
    right = found.reference(*exercises.variant(found, variant).values())
    return f"answer = {np.round(right, 6).tolist()}"
