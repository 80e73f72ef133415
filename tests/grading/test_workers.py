"""What a worker asks of a submission, and how it judges what comes; no jail is needed."""

import numpy as np
import pytest
from multihead.exercises import answers
from multihead.exercises import folders as exercises

from grading.marks import workers
from grading.marks.workers import Task

CODE, BY_HAND = Task("split_heads", 2**200 + 7), Task("new_row", 3)


def right(task: Task) -> list:
    found = exercises.load(task.exercise)
    return [np.asarray(found.reference(**case)) for case in workers._sheet(task).cases]


def test_a_function_is_asked_for_each_case_of_its_seed_and_a_value_by_its_name():
    question = workers._question(CODE)
    assert question.name == "split_heads"
    assert len(question.cases) == len(right(CODE)) > 1
    other = workers._question(Task("split_heads", 7)).cases
    assert not all((a["q"] == b["q"]).all() for a, b in zip(question.cases, other, strict=True))
    assert workers._question(BY_HAND) == ("new_row", None)


@pytest.mark.parametrize("task", [CODE, BY_HAND])
def test_a_right_answer_passes_and_says_only_that(task):
    assert workers._judge(task, right(task)) == (True, f"{task.exercise}: right.", None, True)


def test_an_answer_by_hand_is_judged_on_the_numbers_of_its_variant():
    assert not workers._judge(Task("new_row", 5), right(BY_HAND)).passed


def test_a_usual_mistake_gets_its_name():
    (name, wrong), *_ = exercises.load("new_row").wrong.items()
    given = [np.asarray(wrong(**case)) for case in workers._sheet(BY_HAND).cases]
    mark = workers._judge(BY_HAND, given)
    assert (mark.passed, mark.misconception, mark.answered) == (False, name, True)


def test_a_name_that_is_missing_is_no_answer_and_an_unreadable_one_is_a_wrong_one():
    missing = answers.UnreadableError("The notebook defines no `new_row`; keep the task's name")
    mark = workers._judge(BY_HAND, [missing])
    assert (mark.passed, mark.answered) == (False, False)
    assert mark.message.startswith("new_row: no answer.")
    lost = answers.UnreadableError("There is no answer: it took too long")
    assert workers._judge(BY_HAND, [lost])[::3] == (False, True)
