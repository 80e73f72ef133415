"""An assignment holds the exercises that were asked for, with their points and numbers."""

import re

import nbformat
import pytest
from multihead.exercises import class_variants, folders

from exercises import source as exercise_source
from grading import course
from grading.assign import assignments
from grading.assign.options import Options
from grading.course import CourseError

SOURCES = {source.name: source for source in exercise_source.read_all()}


@pytest.fixture
def maths(tmp_path):
    return course.new(tmp_path / "maths")


def test_an_assignment_has_the_points_that_were_asked_for_and_numbers_of_its_own(maths):
    nb = assignments.make(maths, "hw3", ["split_heads=2.5", "new_row"])
    marks = [cell.metadata.nbgrader for cell in nb.cells if cell.metadata.get("nbgrader")]
    assert [(m.grade_id, m.points) for m in marks if m.grade] == [
        ("split_heads", 2.5),
        ("new_row", 1),
    ]
    text = "\n".join(cell.source for cell in nb.cells)
    assert " minutes, 2.5 points.*" in text
    assert " minutes, 1 point.*" in text
    sheet = class_variants.sheet(folders.load("new_row"), maths.secret("hw3", "new_row"))
    assert exercise_source.fill(SOURCES["new_row"], SOURCES["new_row"].task, sheet.cases[0]) in text
    label = maths.variant("hw3")
    assert re.fullmatch("hw3-[0-9a-f]{4}", label)
    assert f'check("new_row", new_row, seed="{label}")' in text
    assert "check(split_heads)" in text
    assert nb.metadata.many_heads.variant == label
    assert str(maths.seed()) not in nbformat.writes(nb)


def test_making_it_again_gives_the_same_notebook_and_another_name_other_numbers(maths):
    one, two, *others = (
        assignments.make(maths, name, ["new_row"]) for name in ("hw3", "hw3", "hw4", "hw5", "hw6")
    )
    assert nbformat.writes(one) == nbformat.writes(two)
    tasks = {nb.cells[1].source for nb in (one, *others)}
    assert len(tasks) > 2, "the secret seed may draw the same numbers for two names, not for four"


def test_without_exercises_by_hand_an_assignment_has_no_numbers_of_its_own(maths):
    assert "variant" not in assignments.make(maths, "hw3", ["split_heads"]).metadata.many_heads


@pytest.mark.parametrize("repository", ["", "Someone/many-heads"])
def test_links_of_tasks_lead_to_the_site_or_are_words(maths, monkeypatch, repository):
    monkeypatch.setattr(
        assignments.task_links, "site_address", lambda _: repository and "https://a.b/"
    )
    nb = assignments.make(maths, "hw3", ["parameters", "two_rows", "long_sequences"])
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    found = set(re.findall(r"\]\(([^)]*)\)", text.replace(r"\[", "")))
    assert "{ref}" not in text
    assert bool(found) == bool(repository)
    assert all(link.startswith("https://a.b/book/") and ".html" in link for link in found)


def test_a_task_says_where_its_hints_are_if_that_is_known(maths, monkeypatch):
    def tasks(*wanted: str) -> list[str]:
        nb = assignments.make(maths, "hw3", [*wanted])
        return [cell.source for cell in nb.cells if cell.cell_type == "markdown"][1:]

    monkeypatch.setattr(assignments.task_links, "site_address", lambda _: "https://a.b/")
    code, by_hand, experiment, _ = tasks("parameters", "two_rows", "slower_bugs")
    page = "https://a.b/book/exercises"
    assert code.endswith(
        f"[the page of this exercise]({page}/04-all-heads-at-once.html#exercise-parameters) "
        "has two hints."
    )
    assert (
        "/08-how-different-are-two-heads.html#exercise-two-rows) has two hints, there with"
        in by_hand
    )
    assert "hints" not in experiment
    monkeypatch.setattr(assignments.task_links, "site_address", lambda _: None)
    assert "hints" not in "".join(tasks("parameters", "two_rows"))


NO_MODULE = "{}: no such module is installed"


@pytest.mark.parametrize(
    ("wanted", "options", "words"),
    [
        ("nothing", {}, "no exercise is named 'nothing'; there are "),
        ("new_row=0", {}, "new_row=0: '0' points; give a number above 0, as in new_row=2"),
        ("new_row attention new_row=3", {}, "new_row: named twice; name each exercise once"),
        ("new_row", {"seconds": 0.5}, "0.5 seconds for a cell: use 1 to 600"),
        ("new_row", {"seconds": float("nan")}, "nan seconds for a cell: use 1 to 600"),
        ("new_row", {"memory": 100}, "100 GB of memory: use 0.25 to 64"),
        *(
            ("new_row", {"may_import": ("rich", module)}, NO_MODULE.format(module))
            for module in ("no_such_module", "pandas<2", "rich.no_such")
        ),
    ],
)
def test_an_assignment_that_cannot_be_is_told_why(maths, wanted, options, words):
    with pytest.raises(CourseError, match=re.escape(words)):
        assignments.make(maths, "hw3", wanted.split(), Options(**options))


def test_what_answers_may_import_stands_in_the_notebook_and_travels_with_it(maths):
    plain = assignments.make(maths, "hw3", ["new_row"])
    assert "numpy, torch, matplotlib and multihead, and no other" in plain.cells[0].source
    assert assignments.travelling(plain) == {"may_import": []}
    more = assignments.make(maths, "hw3", ["new_row"], Options(("rich",)))
    assert "multihead and rich, and no other package" in more.cells[0].source
    assert assignments.travelling(more) == {"may_import": ["rich"]}


def test_partial_credit_is_noted_and_said_where_it_holds(maths):
    one, other = (
        assignments.make(
            maths, "hw3", ["attention=2", "merge_heads", "new_row"], Options(partial=partial)
        )
        for partial in (False, True)
    )
    assert (one.metadata.many_heads.partial, other.metadata.many_heads.partial) == (False, True)
    assert "An answer gets all of its points or none." in one.cells[0].source
    assert "for each kind that it is right for" in " ".join(other.cells[0].source.split())
    tasks = [cell.source for cell in other.cells if cell.id.endswith("-task")]
    worth = "2 points, of which without a mask, with a mask each gives the same part.*"
    assert [worth in task for task in tasks] == [True, False, False]
