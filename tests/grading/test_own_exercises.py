"""An exercise of one's own: the first one works as it is, and each mistake in one is told."""

import re
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from grading import catalogue, cells, course
from grading.assign import assignments, own_exercises, release
from grading.course import CourseError
from grading.marks import freshness, grade, gradebook
from grading.reports import export, feedback, report


@pytest.fixture
def maths(tmp_path):
    return course.new(tmp_path / "maths")


def write(folder, **files):
    """Put texts in place of files of an exercise, as `checks=` for `checks.py`."""
    for part, text in files.items():
        name = "exercise.md" if part == "exercise" else f"{part}.py"
        (folder / name).write_text(text, encoding="utf-8")


def set_by_hand(new, name: str, text: str, points: float):
    """Make a cell as nbgrader's toolbar does, for an answer that a person grades."""
    marks = {"grade": True, "solution": True, "locked": False, "points": points}
    marks |= {"grade_id": name, "schema_version": 3, "task": False}
    return new(text, id=name, metadata={"nbgrader": marks})


OF_KIND = {"code": "row_means", "by-hand": "mean_on_paper", "experiment": "how_far"}
PLAN = """def plan(weeks):
    ### BEGIN SOLUTION
    return ["read"] * weeks
    ### END SOLUTION"""


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A course with an exercise of each kind, and two cells that a person grades, released."""
    made = course.new(tmp_path_factory.mktemp("own") / "maths")
    for kind, name in OF_KIND.items():
        own_exercises.make(made, name, kind)
    nb = assignments.make(made, "hw1", ["row_means=2", "mean_on_paper", "how_far"])
    nb.cells.append(set_by_hand(new_markdown_cell, "why", "Why is a mean not enough?", 4))
    nb.cells.append(set_by_hand(new_code_cell, "plan", PLAN, 5))
    made.source("hw1").parent.mkdir(parents=True)
    nbformat.write(nb, made.source("hw1"))
    release.release(made, "hw1")
    return made


def test_a_first_exercise_of_each_kind_is_released_without_its_solution(released):
    files = "".join(path.read_text("utf-8") for path in released.exercises.glob("*/*.*"))
    assert "NAME" not in files
    given = released.release("hw1").read_text("utf-8")
    hidden = ["def reference", "BEGIN", "the sum", "x.mean(axis=1)", "range(20)", "earns", "read"]
    assert [words for words in hidden if words in given] == []
    with zipfile.ZipFile(released.release("hw1").with_suffix(".zip")) as archive:
        held = {Path(name).stem for name in archive.namelist() if "/keys/" in name}
    assert held == {*OF_KIND.values(), "assignment"}
    marked = cells.marked(released.read_release("hw1"))
    points = {name: cells.marks(cell)["points"] for name, cell in marked.items()}
    assert points == {"row_means": 2, "mean_on_paper": 1, "how_far": 3, "why": 4, "plan": 5}


def hand_in(made, student: str, answers: dict[str, str]) -> None:
    """Write a student's notebook with these sources of cells."""
    nb = made.read_release("hw1")
    for cell in nb.cells:
        if cells.grade_id(cell) in answers:
            cell.source = answers[cells.grade_id(cell)]
    path = made.submitted(student, "hw1")
    path.parent.mkdir(parents=True)
    nbformat.write(nb, path)


@pytest.fixture(scope="module")
def graded(released, dask_address):
    """Ada is right, bo makes two usual mistakes and loses two cells, cy hands in what he got."""
    secret = released.secret("hw1", "mean_on_paper")
    paper = catalogue.sheet(released.exercises / "mean_on_paper", secret)
    means = "def row_means(x):\n    return x.mean(axis={})"
    words = {"how_far": "About 0.2.", "why": "A <b>spread</b> is needed."}
    code = {"plan": "def plan(weeks):\n    return [1 <weeks]"}
    ada = {"row_means-answer": means.format(1), **words, **code}
    ada["mean_on_paper-answer"] = f"mean_on_paper = {paper.right[0]}"
    hand_in(released, "ada", ada)
    hand_in(released, "bo", {"row_means-answer": means.format(0)})
    path = released.submitted("bo", "hw1")
    bo = nbformat.read(path, as_version=4)
    total = paper.wrong["the sum is not divided"][0]
    bo.cells = [cell for cell in bo.cells if cell.id not in ("why", "plan")]
    bo.cells.append(new_code_cell(f"mean_on_paper = {total}"))
    bo.cells.append(new_markdown_cell(words["why"]))
    nbformat.write(bo, path)
    hand_in(released, "cy", {})
    assert grade.grade(released, "hw1", scheduler=dask_address).waiting == 6
    return released


def test_every_kind_is_graded_by_checks_or_waits_for_a_person(graded):
    with pytest.raises(CourseError, match=r"not final: 6 answer\(s\) wait for your points"):
        freshness.final(graded, "hw1")
    found = freshness.final(graded, "hw1", by_hand=False)
    scores = {row.student.id: row.scores for row in found.rows}
    none = dict.fromkeys(("how_far", "why", "plan"), 0)
    assert scores["ada"] == {"row_means": 2, "mean_on_paper": 1, **none}
    assert scores["bo"] == scores["cy"] == {"row_means": 0, "mean_on_paper": 0, **none}
    marks = found.graded["bo"].marks
    assert marks["row_means"].misconception == "this is the mean of each column"
    assert marks["mean_on_paper"].misconception == "the sum is not divided"
    waiting = {row.student.id: row.waiting for row in found.rows}
    assert waiting == {"ada": 3, "bo": 3, "cy": 0}


def test_a_person_finds_each_answer_in_its_cell_and_points_reach_every_report(graded):
    path = graded.root / "autograded" / "bo" / "hw1" / "hw1.ipynb"
    found = {cells.grade_id(c): c.source for c in nbformat.read(path, as_version=4).cells}
    assert found["why"] == "A &lt;b>spread&lt;/b> is needed."
    path = graded.root / "autograded" / "ada" / "hw1" / "hw1.ipynb"
    found = {cells.grade_id(c): c.source for c in nbformat.read(path, as_version=4).cells}
    assert found["plan"] == "def plan(weeks):\n    return [1 <weeks]"
    with gradebook.opened(graded) as book:
        for student in ("ada", "bo"):
            for name in ("how_far", "why", "plan"):
                given = book.find_grade(name, "hw1", "hw1", student)
                given.manual_score, given.needs_manual_grade = 3, False
        book.db.commit()
    canvas = (
        export.export(graded, "hw1", freshness.final(graded, "hw1"))[0]
        .read_text("utf-8")
        .splitlines()
    )
    assert [line.split(",")[-1] for line in canvas[1:]] == ["15.0", "12.0", "9.0", "0.0"]
    page = report.report(graded, "hw1").read_text("utf-8")
    for words in ("The mean of each row", "this is the mean of each column", "why", "plan"):
        assert words in page
    assert len(feedback.feedback(graded, "hw1")) == 3


LEAST = """\
---
title: The least
kind: code
---

## Task

Return the mean.

## Stub

```python
def row_means(x): ...
```
"""


def test_a_marker_needs_no_solution_no_chapter_and_only_one_wrong_answer(maths):
    folder = own_exercises.make(maths, "row_means", "code")
    wrong = "WRONG = {'the sum': lambda x: x.sum(axis=1)}\n"
    write(folder, exercise=LEAST, wrong=wrong)
    nb = assignments.make(maths, "hw1", ["row_means"])
    assert nb.cells[1].source == "## The least\n\n*1 point.* \n\nReturn the mean."
    assert assignments.NONE_WRITTEN in nb.cells[2].source


CHECKS = "def cases(rng):\n    return [{'x': rng.random((3, 5))}]\n\n\n"
RIGHT = "def reference(x):\n    return x.mean(axis=1)\n"
MISTAKES = {
    "the syntax": (
        {"checks": CHECKS + "def reference(x)\n"},
        r"checks.py, line 5: SyntaxError: expected ':'",
    ),
    "no file": ({"checks": None}, r"checks\.py"),
    "no reference": ({"checks": CHECKS}, r"checks.py defines no `reference`"),
    "no inputs": ({"checks": RIGHT}, r"checks.py defines no `cases`"),
    "no case": (
        {"checks": "def cases(rng):\n    return []\n\n\n" + RIGHT},
        r"`cases` returns no case; return a list of one or more",
    ),
    "cases without names": (
        {"checks": CHECKS.replace("{'x': ", "(").replace("}]", ")]") + RIGHT},
        r"checks.py: TypeError: a case is a ndarray; give a dict of the arguments",
    ),
    "an argument that no jail takes": (
        {"checks": CHECKS.replace("rng.random((3, 5))", "{1}") + "def reference(x):\n    return 1"},
        r"checks.py: x is a set; give an array, a number or text",
    ),
    "a reference that returns nothing": (
        {"checks": CHECKS + "def reference(x):\n    x.mean(axis=1)\n"},
        r"checks.py: UnreadableError: The answer is None; end the function with `return`, not",
    ),
    "a reference that is not finite": (
        {"checks": CHECKS + "def reference(x):\n    return x.mean(axis=1) + float('nan')\n"},
        r"checks.py: the reference is not finite for x = ",
    ),
    "inputs from elsewhere": (
        {"checks": "import random\n" + CHECKS.replace("rng.", "random.random() * rng.") + RIGHT},
        r"draws other inputs for the same seed.* take all that is random from `rng`",
    ),
    "no wrong answer": ({"wrong": "WRONG = {}\n"}, r"wrong.py: WRONG is a dict of functions, one"),
    "a right wrong answer": (
        {"wrong": "WRONG = {'right': lambda x: x.mean(axis=1)}\n"},
        r"wrong.py: 'right' gives what the reference gives; remove it, or add a case",
    ),
    "a wrong answer that only raises": (
        {"wrong": "WRONG = {'fails': lambda x: x.nothing}\n"},
        r"wrong.py: 'fails' gives no answer in any case: AttributeError",
    ),
    "no title": ({"exercise": LEAST.replace("title: The least\n", "")}, r"fields title"),
    "no front matter": ({"exercise": "# My task\n"}, r"exercise.md does not begin with front"),
    "front matter that is none": ({"exercise": LEAST.replace("kind:", "kind: [")}, r"is no YAML"),
    "no task": ({"exercise": LEAST.replace("## Task", "")}, r"has the parts \['Stub'\]; write T"),
    "no stub": ({"exercise": LEAST.replace("```", "")}, r"Stub is one piece of code, between"),
    "another name in the stub": (
        {"exercise": LEAST.replace("def row_means", "def rows")},
        r"the stub does not bind the answer; write `def row_means\(…\):` in it",
    ),
    "a stub that is no code": ({"exercise": LEAST.replace(": ...", " ...")}, r"line 1 of Stub: "),
    "another kind": (
        {"exercise": LEAST.replace("code", "by-hand").replace("def row_means(x): ", "answer = ")},
        r"has `cases`; one of kind by-hand has `numbers`",
    ),
    "an experiment with checks": (
        {
            "exercise": LEAST.replace("code", "experiment").replace("def row_means(x): ", "answer=")
            + "\n## Rubric\n\n| points | for |\n| --- | --- |\n| 1 | all |\n"
        },
        r"checks.py: a person grades an experiment; remove it",
    ),
    "an experiment without points": (
        {"exercise": LEAST.replace("code", "experiment").replace("def row_means(x): ", "answer=")},
        r"has the parts \['Task', 'Stub'\]; write Task, Stub, Rubric",
    ),
    "a wrong solution": (
        {"exercise": f"{LEAST}\n## Solution\n\n```python\ndef row_means(x):\n    return 1\n```\n"},
        r"exercise.md: the solution is not right.\nrow_means: not yet",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_file_and_what_to_do(maths, mistake):
    files, words = MISTAKES[mistake]
    folder = own_exercises.make(maths, "row_means", "code")
    for part, text in files.items():
        if text is None:
            (folder / f"{part}.py").unlink()
        else:
            write(folder, **{part: text})
    with pytest.raises(CourseError, match=words) as told:
        assignments.make(maths, "hw1", ["row_means"])
    assert str(folder) in str(told.value)


def test_by_hand_the_numbers_tell_mistakes_apart_and_the_text_names_what_is_there(maths):
    folder = own_exercises.make(maths, "mean_on_paper", "by-hand")
    text = (folder / "exercise.md").read_text("utf-8")
    write(folder, exercise=text.replace("{{x}}", "{{y}}"))
    with pytest.raises(CourseError, match=r"exercise.md: UndefinedError: 'y' is undefined"):
        assignments.make(maths, "hw1", ["mean_on_paper"])
    write(folder, exercise=text, wrong="WRONG = {'mean': lambda x: x.mean()}\n")
    with pytest.raises(CourseError, match=r"checks.py: no numbers tell the wrong answers apart"):
        assignments.make(maths, "hw1", ["mean_on_paper"])


def test_what_a_name_must_be(maths):
    for name in ("row-means", "2nd", "lambda", "check", "", "../out", "été", "x" * 62):
        with pytest.raises(CourseError, match="cannot name an exercise, since its answer is a na"):
            own_exercises.make(maths, name, "code")
    with pytest.raises(CourseError, match="the book has an exercise attention too"):
        own_exercises.make(maths, "attention", "code")
    folder = own_exercises.make(maths, "row_means", "code")
    with pytest.raises(CourseError, match=f"{re.escape(str(folder))} is there already"):
        own_exercises.make(maths, "row_means", "by-hand")
    folder.rename(maths.exercises / "new_row")
    with pytest.raises(CourseError, match="the book has an exercise new_row too; name yours"):
        assignments.make(maths, "hw1", ["new_row"])
