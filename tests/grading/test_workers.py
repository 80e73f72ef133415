"""What a worker asks of a submission, and how it judges what comes; no jail is needed."""

import pickle

import numpy as np
import pytest
from multihead.exercises import answers
from multihead.exercises import folders as exercises
from multihead.exercises.borrowed import BorrowedError

from grading.jail import causes
from grading.jail.causes import Cause
from grading.marks import workers
from grading.marks.mark import Mark

CODE, BY_HAND = exercises.sheet("split_heads", 2**200 + 7), exercises.sheet("new_row", 3)


def test_a_function_is_asked_for_each_case_of_its_seed_and_a_value_by_its_name():
    question = workers._question(CODE)
    assert question.name == "split_heads"
    assert len(question.cases) == len(CODE.right) > 1
    other = workers._question(exercises.sheet("split_heads", 7)).cases
    assert not all((a["q"] == b["q"]).all() for a, b in zip(question.cases, other, strict=True))
    assert question.numbers is None
    assert workers._question(BY_HAND)[1:] == (None, [], BY_HAND.cases[0])


def test_an_answer_that_uses_what_would_answer_the_exercise_earns_nothing_and_says_so():
    cka = exercises.sheet("written_cka", 3)
    (refused,) = workers._question(cka).answered_by
    mark = workers._judge(cka, [BorrowedError(refused), *cka.right[1:]])
    reason = f"It uses {refused}, which is the answer itself; write it out."
    assert mark[:4] == (False, f"written_cka: not yet. {reason}", f"uses {refused}", None)


@pytest.mark.parametrize("sheet", [CODE, BY_HAND])
def test_a_right_answer_passes_and_says_only_that(sheet):
    mark = workers._judge(sheet, sheet.right)
    assert mark == Mark(True, f"{sheet.name}: right.", kinds={})


@pytest.mark.parametrize("sheet", [CODE, BY_HAND])
def test_a_worker_needs_no_exercise_on_its_disk(sheet, tmp_path, monkeypatch):
    """Workers of a cluster have no folder of the course, and perhaps none of the book."""
    monkeypatch.setattr(exercises, "FOLDER", tmp_path / "none")
    sent = pickle.loads(pickle.dumps(sheet))
    question, ours = workers._question(sent), workers._question(sheet)
    assert (question.name, question.cases is None) == (ours.name, ours.cases is None)
    for mistake, given in sent.wrong.items():
        assert workers._judge(sent, given).misconception in (mistake, None)
        assert workers._judge(sent, given) == workers._judge(sheet, given)
    assert workers._judge(sent, sent.right).passed


def test_a_mark_says_what_is_right_and_what_is_wrong():
    both = exercises.sheet("multi_head", 7)
    (no_mask,) = (given for m, given in both.wrong.items() if "ignored" in m)
    mark = workers._judge(both, no_mask)
    assert mark.kinds == {"without a mask": True, "with a mask": False}
    first, second, *_ = mark.message.splitlines()
    assert first == "Right without a mask; wrong with a mask."
    assert second.startswith("multi_head: not yet.")
    assert workers._judge(both, both.right).message == "multi_head: right."


def test_an_answer_that_is_refused_gets_no_part():
    both = exercises.sheet("multi_head", 7)
    given = [*both.right[:-1], BorrowedError("multihead.attention.MultiHeadAttention")]
    assert not any(workers._judge(both, given).kinds.values())


def test_an_answer_by_hand_is_judged_on_the_numbers_of_its_variant():
    assert not workers._judge(exercises.sheet("new_row", 5), BY_HAND.right).passed


def test_a_usual_mistake_gets_its_name():
    (name, wrong), *_ = exercises.load("new_row").wrong.items()
    given = [np.asarray(wrong(**case)) for case in BY_HAND.cases]
    mark = workers._judge(BY_HAND, given)
    assert (mark.passed, mark.misconception, mark.cause) == (False, name, None)


@pytest.mark.parametrize("kind", causes.KINDS)
def test_where_there_is_no_answer_the_mark_says_why(kind):
    lost = answers.UnreadableError("There is no answer")
    mark = workers._judge(BY_HAND, [lost], Cause(kind, "cell 4 did this"))
    assert mark == Mark(False, f"new_row: {kind}.\nCell 4 did this.", cause=kind)


def test_what_is_right_as_far_as_it_goes_is_lost_and_what_is_wrong_before_is_wrong():
    first, *others = CODE.right
    lost = [answers.UnreadableError("There is no answer")] * len(others)
    late = Cause(causes.TOO_SLOW, "a call took longer than 10 s", 1)
    assert workers._judge(CODE, [first, *lost], late).cause == causes.TOO_SLOW
    mark = workers._judge(CODE, [first + 7, *lost], late)
    assert mark.cause is None
    assert "The smallest counter-example" in mark.message
