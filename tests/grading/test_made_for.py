"""A hand-in for another class, release or assignment is called what it is."""

import json

import nbformat
import pytest

from grading import course
from grading.assign import assignments, page_link
from grading.collect import collect, notebooks

HAND_IN = {"page": "hand-in"}


@pytest.fixture
def maths(tmp_path):
    """A course that has given out hw-3, and the notebook of it."""
    made = course.new(tmp_path / "maths")
    made.release("hw-3").parent.mkdir(parents=True)
    given = assignments.make(made, "hw-3", ["new_row", "split_heads"])
    page_link.mark(made, "hw-3", given)
    nbformat.write(given, made.release("hw-3"))
    return made


@pytest.fixture
def outcome(maths, tmp_path):
    """Collect one notebook that says it is made for something, and return what is said of it."""

    def collect_one(**said):
        cell = nbformat.v4.new_code_cell("new_row = [7, 5]", id="a")
        written = nbformat.v4.new_notebook(cells=[cell], metadata={"many_heads": said})
        (tmp_path / "given").mkdir(exist_ok=True)
        (tmp_path / "given/jane.ipynb").write_text(json.dumps(written), "utf-8")
        (one,) = collect.collect(maths, "hw-3", tmp_path / "given")
        return one

    return collect_one


def test_what_was_given_out_is_collected_without_a_word(maths, outcome):
    said = maths.read_release("hw-3").metadata.many_heads
    assert outcome(**said, **HAND_IN).said == "collected"
    assert outcome().said == "collected, in place of the one before"


def test_numbers_of_another_class_and_another_release_are_named_and_stored(maths, outcome):
    said = maths.read_release("hw-3").metadata.many_heads
    for given, told in (
        (
            {**said, "variant": "hw-3-9999"},
            "the numbers of its exercises by hand are those of hw-3-9999, and this class has "
            f"{said.variant}",
        ),
        (
            {**said, "release": "01234567"},
            f"it is of release 01234567, and students now have {said.release}, with other "
            "exercises or numbers",
        ),
    ):
        one = outcome(**given)
        assert one.stored
        assert one.said.endswith(f"; {told}")
        read = notebooks.read(maths.submitted("jane", "hw-3"), maths.read_release("hw-3"))
        assert told in read.notes


@pytest.mark.parametrize("said", [{"assignment": "hw-4"}, {"variant": "hw-4-0a7f"}])
def test_another_assignment_is_refused_by_its_name(outcome, said):
    one = outcome(**said)
    assert one.refused
    assert one.said == "is hw-4, and this is hw-3: hand in hw-3.ipynb"


def test_a_file_of_a_page_lacks_no_cell_and_a_notebook_does(maths, outcome):
    release = maths.read_release("hw-3")
    outcome(**HAND_IN)
    assert notebooks.read(maths.submitted("jane", "hw-3"), release).notes == []
    outcome()
    assert "the cell new_row is missing" in (
        notebooks.read(maths.submitted("jane", "hw-3"), release).notes
    )


@pytest.mark.parametrize(
    "said",
    [{key: value} for key in ("assignment", "variant", "release") for value in (7, {}, "", "a\nb")],
)
def test_what_no_release_writes_is_not_read(outcome, said):
    assert outcome(**said).said == "collected"
