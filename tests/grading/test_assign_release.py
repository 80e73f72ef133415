"""nbgrader's release of every exercise gives nothing away, and does not pass as given."""

import re

import nbformat
import pytest
from exercise_sources import revealing_lines
from multihead.exercises import class_variants, sealed
from multihead.exercises import folders as exercises
from multihead.exercises.sheets import call
from multihead.exercises.verdict import judge
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import capture_log

from exercises import source as exercise_source
from grading import cells, course
from grading.assign import assignments, release
from grading.course import CourseError

SOURCES = {source.name: source for source in exercise_source.read_all()}
CHECKED = exercises.names()
EXPERIMENTS = [name for name in SOURCES if name not in CHECKED]


def write_source(made, name, nb):
    made.source(name).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, made.source(name))


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    """A course with every exercise in one assignment, released; its keys have quick digests."""
    made = course.new(tmp_path_factory.mktemp("a place") / "maths")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sealed, "COST", 2)
        write_source(made, "all", assignments.make(made, "all", list(SOURCES)))
        release.release(made, "all")
        yield made


def sheet(made, name):
    return class_variants.sheet(exercises.load(name), made.secret("all", name))


def run(nb):
    space = {}
    for cell in nb.cells:
        if cell.cell_type == "code" and (cells.grade_id(cell) or "").endswith("-answer"):
            exec(cell.source, space)
    return space


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_nbgraders_own_autograde_runs_no_student_code(maths, tmp_path):
    nb = maths.read_release("all")
    answer = next(cell for cell in nb.cells if cells.marks(cell).get("solution"))
    answer.source = f"open({str(tmp_path / 'ran')!r}, 'w')"
    maths.submitted("eve", "all").parent.mkdir(parents=True)
    nbformat.write(nb, maths.submitted("eve", "all"))
    directory = CourseDirectory(config=maths.config())
    directory.assignment_id = "all"
    grader = Autograde(coursedir=directory, config=maths.config())
    assert capture_log(grader)["success"]
    assert (maths.root / "autograded" / "eve" / "all" / "all.ipynb").exists()
    assert not (tmp_path / "ran").exists()


def test_making_it_again_gives_no_difference(maths):
    write_source(maths, "hw7", assignments.make(maths, "hw7", ["new_row", "mean_of_two"]))
    first, again = (release.release(maths, "hw7").read_bytes() for _ in range(2))
    assert first == again


@pytest.mark.parametrize("name", CHECKED)
def test_a_release_has_no_solution_and_nothing_of_the_checks(maths, name):
    text = "\n".join(cell.source for cell in maths.read_release("all").cells)
    source, folder = SOURCES[name], exercises.folder_of(name)
    given = "\n".join(own.stub for own in SOURCES.values())  # imports, of which others make use too
    hidden = revealing_lines(source, source.solution)
    for part in ("checks.py", "wrong.py"):
        hidden += revealing_lines(source, (folder / part).read_text("utf-8"))
    assert hidden
    assert [line for line in hidden if line in text and line not in given] == []
    assert [words for words in exercises.load(name).wrong if words in text] == []
    assert "SOLUTION" not in text


def test_an_experiment_keeps_its_rubric_for_the_instructor(maths):
    """Students see an empty cell for their words; the person who gives the points sees more."""
    released, source = maths.read_release("all"), maths.read_source("all")
    text = "\n".join(cell.source for cell in released.cells)
    given = "\n".join(own.stub for own in SOURCES.values())
    assert EXPERIMENTS
    for name in EXPERIMENTS:
        own = SOURCES[name]
        hidden = revealing_lines(own, "\n".join([own.solution, own.rubric, own.wrong_conclusions]))
        assert [line for line in hidden if line in text and line not in given] == []
        (shown,) = [cell for cell in released.cells if cell.id == name]
        (kept,) = [cell for cell in source.cells if cell.id == name]
        assert own.rubric in kept.source
        assert shown.source == "**Your conclusion**\n\n*Write your answer here.*"
        assert (shown.metadata.nbgrader.points, shown.cell_type) == (own.points, "markdown")
        assert f'check("{name}", {name})' in text
        assert not re.search(r"\banswer = ", text)


@pytest.mark.parametrize("name", CHECKED)
def test_a_release_does_not_pass_as_given_and_its_source_does(maths, name):
    marked = sheet(maths, name)
    for nb, passes in ((maths.read_release("all"), False), (maths.read_source("all"), True)):
        answer = run(nb)[name]
        given = [answer] if marked.by_hand else [call(answer, case) for case in marked.cases]
        assert judge(marked, given).passed == passes


def in_the_open(nb):
    nb.cells[0].source += "\n" + exercise_source.code(SOURCES["merge_heads"].solution)


def a_wrong_answer(nb):
    (line, *_) = hidden_lines("merge_heads", "wrong.py")
    nb.cells[0].source += f"\n{line}"


def hidden_lines(name, part):
    own = SOURCES[name]
    return revealing_lines(own, (exercises.folder_of(name) / part).read_text("utf-8"))


def in_the_stub(nb):
    nb.cells[2].source = re.sub("### .*\n?", "", nb.cells[2].source)
    nb.cells[2].source += "\n### BEGIN SOLUTION\n7\n### END SOLUTION"


def an_id_twice(nb):
    nb.cells.append(nb.cells[2].copy())


def with_its_own_tests(nb):
    nb.cells[3].metadata.nbgrader.grade_id = "double"


def a_task(nb):
    nb.cells[0].metadata = {"nbgrader": {"grade_id": "read", "task": True, "points": 3}}


@pytest.mark.filterwarnings("ignore::nbformat.warnings.DuplicateCellId")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (in_the_open, "the release would show a line of a solution: "),
        (a_wrong_answer, "the release would show a line of a solution: "),
        (in_the_stub, "new_row passes as released; take the answer out"),
        (
            with_its_own_tests,
            "double has tests .* answer, or .*: python -m grading exercise COURSE doub",
        ),
        (a_task, "the cell read is a task of nbgrader.*; make it a manually graded answer in the"),
        (an_id_twice, "nbgrader made no release:\n.*Duplicate grade id: new_row-answer"),
    ],
)
def test_a_source_that_gives_itself_away_is_not_released(maths, change, words):
    nb = assignments.make(maths, "hw3", ["new_row", "merge_heads"])
    change(nb)
    write_source(maths, "hw3", nb)
    maths.release("hw3").parent.mkdir(exist_ok=True)
    maths.release("hw3").write_text("the one before")
    with pytest.raises(CourseError, match=words):
        release.release(maths, "hw3")
    assert maths.release("hw3").read_text() == "the one before"
    assert list(maths.root.glob(".release*")) == []


def test_the_source_of_another_course_or_name_is_not_released(maths, tmp_path):
    other = course.new(tmp_path / "other")
    nb = assignments.make(other, "hw5", ["new_row"])
    write_source(maths, "hw5", nb)
    with pytest.raises(CourseError, match=r"hw5 have the numbers of hw5-.*make it anew"):
        release.release(maths, "hw5")
