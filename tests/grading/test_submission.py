"""What is known of one submission, over children that are lost on the way; here they are played."""

import numpy as np
from multihead.exercises import answers

from grading.jail.protocol import Question
from grading.jail.submission import Limits, LostError, Submission

DOUBLE = Question("double", [{"n": 3}, {"n": 5}, {"n": 7}])


class Played:
    """A child that is lost at one cell, or at one call; it notes what it ran."""

    def __init__(self, lost_at=None):
        self.lost_at, self.ran = lost_at, []

    def run(self, cell, end):
        if cell == self.lost_at:
            raise LostError("took too long")
        self.ran.append(cell)
        return answers.Raised(ValueError("no")) if cell == "raise" else None

    def answer(self, name, case, end):
        if case and case["n"] == self.lost_at:
            raise LostError("ended the process")
        return np.array(2 * case["n"] if case else 7)


def played(cells, questions, *children):
    submission = Submission(cells, questions, Limits())
    for child in children:
        assert not submission.done()
        submission.go_on(child)
    return submission


def test_cells_run_in_order_and_questions_are_answered_case_by_case():
    child = Played()
    result = played(["a", "raise", "b"], [DOUBLE, Question("value", None)], child).result()
    assert child.ran == ["a", "raise", "b"]
    assert [int(one) for one in result.answers["double"]] == [6, 10, 14]
    assert [int(one) for one in result.answers["value"]] == [7]
    assert result.notes == ["cell 2 raised ValueError: no"]


def test_the_cell_that_a_child_died_of_is_left_out_by_the_next():
    second = Played()
    submission = played(["a", "loop", "b"], [DOUBLE], Played(lost_at="loop"), second)
    assert second.ran == ["a", "b"]
    assert submission.done()
    assert submission.result().notes == ["cell 2 took too long and was left out"]


def test_a_question_that_a_child_died_of_is_closed_and_the_next_is_asked():
    questions = [DOUBLE, Question("value", None)]
    result = played(["a"], questions, Played(lost_at=5), Played()).result()
    first, *lost = result.answers["double"]
    assert int(first) == 6
    assert [str(one) for one in lost] == ["There is no answer: it ended the process"] * 2
    assert int(result.answers["value"][0]) == 7
    assert result.notes == ["double ended the process"]


def test_without_time_every_open_question_says_so():
    result = played(["a"], [DOUBLE]).result()
    assert [str(one) for one in result.answers["double"]] == [
        "There is no answer: no time was left for it"
    ] * 3
    assert result.notes == ["no time was left for double"]
