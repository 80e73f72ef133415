"""From exercises to what students get, with the real nbgrader; by its functions and by command."""

import re
import stat
import subprocess
import sys
from importlib.metadata import metadata

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from exercise_sources import telling
from multihead.exercises import folders as exercises
from multihead.exercises import verdict as checks
from nbconvert import HTMLExporter
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader.apps import NbGraderApp
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearSolutions
from nbgrader.utils import capture_log
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from grading import course
from grading.__main__ import main
from grading.assign import assignments, release
from grading.course import CourseError
from tools.authors import exercise_source

SOURCES = {source.name: source for source in exercise_source.read_all()}
CHECKED = exercises.names()
EXPERIMENTS = [name for name in SOURCES if name not in CHECKED]
VARIANT = 3


def write_source(made, name, nb):
    made.source(name).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(nb, made.source(name))


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    """A course with every exercise in one assignment, released."""
    made = course.new(tmp_path_factory.mktemp("a place") / "maths")
    write_source(made, "all", assignments.make("all", list(SOURCES), VARIANT))
    release.release(made, "all")
    return made


def run(nb):
    space = {}
    for cell in nb.cells:
        if cell.cell_type == "code" and cell.metadata.nbgrader.grade_id.endswith("-answer"):
            exec(cell.source, space)
    return space


def test_grading_has_pins_of_its_own_and_the_book_needs_none_of_it():
    lines = (ROOT / "grading" / "requirements.txt").read_text("utf-8").splitlines()
    assert "-r ../requirements.txt" in lines
    pins = [Requirement(line) for line in lines if line[:1].isalpha()]
    assert "nbgrader" in {pin.name for pin in pins}
    for pin in pins:
        found = metadata(pin.name)
        assert str(pin.specifier) == f"=={found['Version']}"
        assert "3.11.0" in SpecifierSet(found.get("Requires-Python", ""))
    assert "nbgrader" not in (ROOT / "requirements.txt").read_text("utf-8")
    library = [path.read_text("utf-8") for path in (ROOT / "book").rglob("*.py")]
    assert not any(
        re.search("import (grading|nbgrader)|from (grading|nbgrader)", t) for t in library
    )


def test_a_course_has_its_own_secret_seed(tmp_path):
    one, two = (course.new(tmp_path / name) for name in ("one", "two"))
    assert one.seed() != two.seed()
    assert one.seed() == course.find(tmp_path / "one").seed()
    assert stat.S_IMODE((one.root / "secret_seed").stat().st_mode) == 0o600
    exercises.generator(one.seed())


def test_a_seed_that_others_can_read_or_that_is_broken_is_refused(tmp_path):
    made = course.new(tmp_path / "maths")
    (made.root / "secret_seed").chmod(0o640)
    with pytest.raises(CourseError, match=r"other users can read .*; run: chmod 600 .*secret_seed"):
        made.seed()
    (made.root / "secret_seed").chmod(0o600)
    (made.root / "secret_seed").write_text("seven")
    with pytest.raises(CourseError, match="holds no whole number"):
        made.seed()


def test_a_course_is_never_written_over(tmp_path):
    made = course.new(tmp_path / "maths")
    seed = made.seed()
    with pytest.raises(CourseError, match="exists and is not empty; name a new folder"):
        course.new(made.root)
    assert made.seed() == seed
    with pytest.raises(CourseError, match="nbgrader needs a path without"):
        course.new(tmp_path / "maths [2]")


def test_a_folder_that_is_no_course_is_told_the_way(tmp_path):
    words = "no nbgrader_config.py and no secret_seed; make one with: python -m grading new COURSE"
    with pytest.raises(CourseError, match=words):
        course.find(tmp_path)
    with pytest.raises(CourseError, match=r"make it with: python -m grading assignment .* hw3 EX"):
        release.release(course.new(tmp_path / "maths"), "hw3")


KNOWN = {kind.__name__: kind for kind in [*NbGraderApp().classes, HTMLExporter, SanitizeHTML]}


def test_every_setting_is_one_that_nbgrader_knows_and_takes(maths):
    """nbgrader ignores a setting that it does not know."""
    config = maths.config()
    settings = [(section, setting) for section in config for setting in config[section]]
    unknown = [(s, t) for s, t in settings if t not in KNOWN[s].class_trait_names(config=True)]
    assert (len(settings), unknown) == (8, [])
    assert CourseDirectory(config=config).root == str(maths.root)
    stub = ClearSolutions(config=config)
    assert (stub.code_stub, stub.text_stub) == ({"python": ""}, "*Write your answer here.*")
    assert Autograde(config=config).autograde_preprocessors == []


def test_what_students_wrote_is_not_live_in_nbgraders_pages(maths):
    hostile = "<script>alert(3)</script><img src=x onerror=alert(5)>"
    html = {"output_type": "display_data", "data": {"text/html": hostile}, "metadata": {}}
    code = nbformat.v4.new_code_cell("7", outputs=[nbformat.from_dict(html)])
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(hostile), code])
    stock, _ = HTMLExporter().from_notebook_node(nb)
    ours, _ = HTMLExporter(config=maths.config()).from_notebook_node(nb)
    live = [re.compile("<script>alert"), re.compile("<img[^>]*onerror")]
    assert [len(kind.findall(stock)) for kind in live] == [2, 2]
    assert [len(kind.findall(ours)) for kind in live] == [0, 0]


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_nbgraders_own_autograde_runs_no_student_code(maths, tmp_path):
    nb = maths.read_release("all")
    nb.cells[2].source = f"open({str(tmp_path / 'ran')!r}, 'w')"
    maths.submitted("eve", "all").parent.mkdir(parents=True)
    nbformat.write(nb, maths.submitted("eve", "all"))
    directory = CourseDirectory(config=maths.config())
    directory.assignment_id = "all"
    grader = Autograde(coursedir=directory, config=maths.config())
    assert capture_log(grader)["success"]
    assert (maths.root / "autograded" / "eve" / "all" / "all.ipynb").exists()
    assert not (tmp_path / "ran").exists()


def test_making_it_again_gives_no_difference(maths):
    again = assignments.make("all", list(SOURCES), VARIANT)
    assert nbformat.writes(again) == maths.source("all").read_text("utf-8").rstrip("\n")
    before = maths.release("all").read_bytes()
    release.release(maths, "all")
    assert maths.release("all").read_bytes() == before


def test_an_assignment_has_the_points_and_the_variant_that_were_asked_for():
    nb = assignments.make("hw3", ["split_heads=2.5", "new_row"], variant=5)
    marks = [cell.metadata.nbgrader for cell in nb.cells if cell.metadata.get("nbgrader")]
    assert [(m.grade_id, m.points) for m in marks if m.grade] == [
        ("split_heads", 2.5),
        ("new_row", 1),
    ]
    text = "\n".join(cell.source for cell in nb.cells)
    assert " minutes, 2.5 points.*" in text
    assert " minutes, 1 point.*" in text
    assert exercise_source.fill(SOURCES["new_row"], SOURCES["new_row"].task, 5) in text
    assert 'check("new_row", new_row, seed=5)' in text
    assert nb.metadata.many_heads.variant == 5


@pytest.mark.parametrize("name", CHECKED)
def test_a_release_has_no_solution_and_nothing_of_the_checks(maths, name):
    text = "\n".join(cell.source for cell in maths.read_release("all").cells)
    source, folder = SOURCES[name], exercises.folder_of(name)
    given = "\n".join(own.stub for own in SOURCES.values())  # imports, of which others make use too
    hidden = telling(source, source.solution)
    for part in ("checks.py", "wrong.py"):
        hidden += telling(source, (folder / part).read_text("utf-8"))
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
        hidden = telling(own, "\n".join([own.solution, own.rubric, own.wrong_conclusions]))
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
    given = checks.check(name, run(maths.read_release("all"))[name], seed=VARIANT)
    assert not given
    solved = run(maths.read_source("all"))[name]
    assert checks.check(name, solved, seed=VARIANT)


@pytest.mark.parametrize("name", [name for name in CHECKED if exercises.load(name).by_hand])
def test_a_release_by_hand_does_not_hold_its_numbers(maths, name):
    found = exercises.load(name)
    right = found.reference(*exercises.variant(found, VARIANT).values())
    answer = f"{name} = {np.round(right, 6).tolist()}"
    assert any(answer in cell.source for cell in maths.read_source("all").cells)
    assert not any(answer in cell.source for cell in maths.read_release("all").cells)


def in_the_open(nb):
    nb.cells[0].source += "\n" + exercise_source.code(SOURCES["merge_heads"].solution)


def in_the_stub(nb):
    nb.cells[2].source = re.sub("### .*\n?", "", nb.cells[2].source)
    nb.cells[2].source += "\n### BEGIN SOLUTION\n7\n### END SOLUTION"


def an_id_twice(nb):
    nb.cells.append(nb.cells[2].copy())


@pytest.mark.filterwarnings("ignore::nbformat.warnings.DuplicateCellId")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (in_the_open, "the release would show a line of a solution: "),
        (in_the_stub, "new_row passes as released; take the answer out"),
        (an_id_twice, "nbgrader made no release:\n.*Duplicate grade id: new_row-answer"),
    ],
)
def test_a_source_that_gives_itself_away_is_not_released(tmp_path, change, words):
    made = course.new(tmp_path / "maths")
    nb = assignments.make("hw3", ["new_row", "merge_heads"], 0)
    change(nb)
    write_source(made, "hw3", nb)
    made.release("hw3").parent.mkdir(parents=True)
    made.release("hw3").write_text("the one before")
    with pytest.raises(CourseError, match=words):
        release.release(made, "hw3")
    assert made.release("hw3").read_text() == "the one before"
    assert list(made.root.glob(".release*")) == []


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (["nothing"], "no exercise is named 'nothing'; there are "),
        (["new_row=0"], "new_row=0: '0' points; give a number above 0, as in new_row=2"),
        (["new_row=-3"], "'-3' points; give a number above 0"),
        (["new_row=nan"], "'nan' points"),
        (["new_row", "attention", "new_row=3"], "new_row: named twice; name each exercise once"),
    ],
)
def test_an_assignment_that_cannot_be_is_told_why(wanted, words):
    with pytest.raises(CourseError, match=re.escape(words)):
        assignments.make("hw3", wanted, 0)


@pytest.mark.parametrize("name", ["", "../hw3", "a b", "hw+3", ".hw3", "x" * 62, "hw3/", "hw3\n"])
def test_a_name_that_no_folder_can_carry_is_refused(name):
    with pytest.raises(CourseError, match="cannot name an assignment; use up to 61 letters"):
        course.checked(name)


def test_the_commands_say_what_they_made_and_what_to_do(tmp_path, capsys):
    maths, given = tmp_path / "maths", tmp_path / "given"

    def command(*words):
        code = main([str(word) for word in words])
        return code, *capsys.readouterr()

    assert command("new", maths)[1].startswith(f"Made {maths}; its README.md")
    made = command("assignment", maths, "hw3", "new_row", "merge_heads=3", "--variant", "5")
    source = maths / "source" / "hw3" / "hw3.ipynb"
    assert made == (0, f"Wrote {source}, with solutions: it is for you alone.\n", "")
    before = source.read_bytes()
    made = command("assignment", maths, "hw3", "new_row")
    assert (made[0], made[2].split("; ")[-1]) == (1, "remove it to make it anew\n")
    assert source.read_bytes() == before
    assert "cannot name an assignment" in command("collect", maths, "../hw3", given)[2]
    assert "no exercise is named 'x'" in command("assignment", maths, "hw5", "x")[2]
    released = in_a_bare_environment("release", maths, "hw3")
    assert released == f"Wrote {maths}/release/hw3/hw3.ipynb: give it to the students.\n"
    given.mkdir()
    (given / "anna.ipynb").write_bytes((maths / "release" / "hw3" / "hw3.ipynb").read_bytes())
    (given / "eve.ipynb").write_text("{")
    code, out, error = command("collect", maths, "hw3", given)
    assert (code, (maths / "submitted" / "anna" / "hw3" / "hw3.ipynb").exists()) == (1, True)
    assert re.search(r"^anna\.ipynb +anna +collected$", out, re.MULTILINE)
    assert error.startswith(
        "python -m grading: 1 of 2 files refused:\neve.ipynb: is no complete notebook"
    )


def in_a_bare_environment(*words):
    """Run a command with no environment activated: nbgrader starts other programs by name."""
    command = [sys.executable, "-m", "grading", *map(str, words)]
    bare = {"PATH": "/usr/bin:/bin"}
    return subprocess.run(
        command, cwd=ROOT, env=bare, capture_output=True, text=True, check=True
    ).stdout
