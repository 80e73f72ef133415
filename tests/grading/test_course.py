"""A course folder: its seed, its settings of nbgrader, its names."""

import re
import stat
from importlib.metadata import metadata

import nbformat
import pytest
from conftest import ROOT
from multihead.exercises import folders as exercises
from nbconvert import HTMLExporter
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader.apps import NbGraderApp
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearSolutions
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from grading import course
from grading.assign import release
from grading.course import CourseError


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


@pytest.fixture(scope="module")
def maths(tmp_path_factory):
    return course.new(tmp_path_factory.mktemp("a place") / "maths")


KNOWN = {kind.__name__: kind for kind in [*NbGraderApp().classes, HTMLExporter, SanitizeHTML]}


def test_every_setting_is_one_that_nbgrader_knows_and_takes(maths):
    """nbgrader ignores a setting that it does not know."""
    config = maths.config()
    settings = [(section, setting) for section in config for setting in config[section]]
    unknown = [(s, t) for s, t in settings if t not in KNOWN[s].class_trait_names(config=True)]
    assert (len(settings), unknown) == (10, [])
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


@pytest.mark.parametrize("name", ["", "../hw3", "a b", "hw+3", ".hw3", "x" * 62, "hw3/", "hw3\n"])
def test_a_name_that_no_folder_can_carry_is_refused(name):
    with pytest.raises(CourseError, match="cannot name an assignment; use up to 61 letters"):
        course.checked(name)
