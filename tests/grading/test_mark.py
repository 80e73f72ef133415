"""What grading says of a submission comes out of the gradebook as it went in."""

import json

from grading.marks import verdicts
from grading.marks.mark import Graded, Mark


def test_marks_notes_and_refusals_survive_the_gradebooks_json():
    marks = {
        "a": Mark(True, "right."),
        "b": Mark(False, "no √", "view", None, {"one": True}),
        "c": Mark(False, "", None, "crashed"),
    }
    for found in (Graded(marks, ["cell 3 raised"]), Graded({}, [], "is missing")):
        again = verdicts._graded(json.loads(json.dumps(found)))
        assert again == found
        assert all(type(mark) is Mark for mark in again.marks.values())


def test_a_mark_is_of_an_answer_without_a_known_mistake_unless_said():
    assert Mark(False, "no")[2:] == (None, None, None)
    assert Graded({}, []).refused is None
