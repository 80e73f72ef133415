"""What was found becomes points, comments and a notebook."""

import nbformat
import pytest

from grading import course
from grading.assign import assignments
from grading.marks import gradebook, results
from grading.marks.mark import Graded, Mark

FOUND = Graded(
    {"split_heads": Mark(True, "right."), "new_row": Mark(False, "first line\nThe last.")},
    ["cell 3 raised"],
)


@pytest.fixture
def release(tmp_path):
    made = course.new(tmp_path / "another")
    return assignments.make(made, "hw1", ["split_heads=3", "new_row=2.5", "mean_of_two"])


@pytest.fixture
def saved(release, monkeypatch):
    """Return the scores and comments that would be written."""
    kept = []
    monkeypatch.setattr(gradebook, "save", lambda *given: kept.append(given))

    def save(found):
        results.save(None, "hw1", "ada", release, "key", found, {})
        *_, scores, comments, _ = kept[-1]
        return scores, comments

    return save


def test_an_exercise_gives_all_its_points_or_none_and_words_wait(saved):
    assert saved(FOUND)[0] == {"split_heads": 3, "new_row": 0}


def test_with_partial_credit_every_kind_that_is_right_gives_the_same_part(saved, release):
    kinds = {"in one form": True, "in two": True, "in three": False}
    found = Graded(
        {"split_heads": Mark(False, "no.", kinds=kinds), "new_row": Mark(False, "no.")}, []
    )
    assert saved(found)[0] == {"split_heads": 0, "new_row": 0}
    release.metadata.many_heads.partial = True
    scores, comments = saved(found)
    assert scores == {"split_heads": 2, "new_row": 0}
    line = "    Right in one form, in two; wrong in three.\n    no."
    assert comments["split_heads-answer"] == line


def test_a_comment_is_the_last_line_and_notes_stand_with_what_failed(saved):
    comments = saved(FOUND)[1]
    assert comments["split_heads-answer"] == "    right."
    assert comments["new_row-answer"] == "    The last.\n    Note: cell 3 raised."
    assert all(line.startswith("    ") for text in comments.values() for line in text.splitlines())


def test_a_refused_file_has_zero_everywhere_and_says_why_in_every_cell(saved, release):
    scores, comments = saved(Graded({}, [], "is missing"))
    assert scores == {"split_heads": 0, "new_row": 0, "mean_of_two": 0}
    assert {*comments.values()} == {"    The file is missing."}
    assert len(comments) == len([cell for cell in release.cells if cell.metadata])


def test_the_notebook_holds_the_verdicts_and_is_removed_before_the_next_grading(tmp_path, release):
    made = course.new(tmp_path / "maths")
    path = made.submitted("ada", "hw1")
    path.parent.mkdir(parents=True)
    nbformat.write(release, path)
    results.write(made, "hw1", "ada", release, FOUND)
    written = made.root / "autograded" / "ada" / "hw1" / "hw1.ipynb"
    outputs = {
        cell.metadata.nbgrader.grade_id: cell.outputs[0].text
        for cell in nbformat.read(written, as_version=4).cells
        if cell.get("outputs")
    }
    assert outputs == {"split_heads": "right.", "new_row": "first line\nThe last."}
    results.forget(made, "hw1", "ada")
    assert not written.exists()
