"""What is written into autograded/: released cells as released, answers made harmless, verdicts."""

import copy

import nbformat
import pytest
from attacks import attacks
from nbformat.v4 import new_code_cell, new_notebook

from grading import cells, course
from grading.assign import assignments
from grading.collect.ipynb import parse
from grading.marks import autograded


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    made = course.new(tmp_path_factory.mktemp("course") / "maths")
    return assignments.make(made, "hw1", ["split_heads=3", "new_row", "mean_of_two"])


@pytest.fixture
def answered(release):
    """A notebook with answers, in which a locked cell was changed."""
    nb = copy.deepcopy(release)
    named(nb, "split_heads-answer").source = "def split_heads(q, n_heads):\n    return q < 7"
    named(nb, "split_heads").source = "print('passed')"
    named(nb, "mean_of_two").source = "It helps <b>some</b> [pairs](javascript:alert(1)), if a < b."
    return nb


def named(nb, name):
    (found,) = [cell for cell in nb.cells if cells.grade_id(cell) == name]
    return found


def test_the_cell_that_fetches_the_library_is_not_shown(release, answered):
    first = new_code_cell("import os  # fetch", id="fetch-the-library")
    given = new_notebook(cells=[new_code_cell("import os  # fetch"), *answered.cells])
    released = new_notebook(cells=[first, *release.cells], metadata=release.metadata)
    made = autograded.harmless(released, given, {}, {})
    assert made == autograded.harmless(release, answered, {}, {})


def test_answers_stay_and_all_other_cells_are_as_released(release, answered):
    made = autograded.harmless(release, answered, {}, {})
    assert named(made, "split_heads-answer").source.endswith("return q < 7"), "code is kept"
    assert named(made, "split_heads").source == named(release, "split_heads").source
    assert named(made, "split_heads").metadata == named(release, "split_heads").metadata
    words = "It helps &lt;b>some&lt;/b> [pairs&#93;(javascript:alert(1)), if a < b."
    assert named(made, "mean_of_two").source == words


def test_a_verdict_is_the_only_output_of_its_cell(release, answered):
    forged = nbformat.v4.new_output("stream", text="split_heads: right.")
    named(answered, "split_heads").outputs = [forged]
    made = autograded.harmless(release, answered, {"split_heads": "wrong"}, {})
    assert [output.text for output in named(made, "split_heads").outputs] == ["wrong"]
    assert named(autograded.harmless(release, answered, {}, {}), "split_heads").outputs == []


def test_a_cell_that_was_deleted_comes_back_with_the_words_that_were_found(release, answered):
    answered.cells.remove(named(answered, "mean_of_two"))
    made = autograded.harmless(release, answered, {}, {"mean_of_two": "It <i>helps</i>."})
    assert named(made, "mean_of_two").source == "It &lt;i>helps&lt;/i>."


def test_of_a_cell_that_stands_twice_the_last_has_the_name(release, answered):
    twice = copy.deepcopy(named(answered, "split_heads-answer"))
    twice.source = "second"
    answered.cells.append(twice)
    made = autograded.harmless(release, answered, {}, {})
    assert named(made, "split_heads-answer").source == "second"
    assert len({cell.id for cell in made.cells}) == len(made.cells)


def test_text_and_pictures_stay_and_all_else_is_dropped(release):
    attacked = new_notebook(cells=attacks("http://127.0.0.1/"))
    given, _ = parse(nbformat.writes(attacked).encode())
    made = autograded.harmless(release, given, {}, {})
    (own,) = [cell for cell in made.cells if cell.source.startswith("'''")]
    kinds = [sorted(o.data) if "data" in o else [o.output_type] for o in own.outputs]
    assert kinds == [["text/plain"], ["text/plain"], ["image/png"], ["stream"]]
    assert not any(output.get("metadata") for output in own.outputs)
    ids = [cell.metadata.nbgrader.grade_id for cell in made.cells if cell.metadata.get("nbgrader")]
    assert ids == [cell.metadata.nbgrader.grade_id for cell in release.cells if cell.metadata]
