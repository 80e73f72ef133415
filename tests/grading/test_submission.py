"""What is known of one submission, over the children that it needs; here they are played."""

import time

import numpy as np
import pytest
from multihead.exercises import answers

from grading.jail.causes import CRASHED, NOT_DEFINED, RAISED, TOO_SLOW
from grading.jail.child import MissingError, Plan, StoppedError
from grading.jail.found import unjudged
from grading.jail.limits import IN_ORDER, SPARE, Limits
from grading.jail.protocol import Question
from grading.jail.submission import Submission

DOUBLE = Question("double", [{"n": 3}, {"n": 5}, {"n": 7}])
VALUE = Question("value", None)
SECONDS = 0.5


class Notebook:
    """A notebook whose cells are words; `children` of it run, and note here what they ran.

    ``double`` gives the name, ``wrong`` a wrong one, ``double needs a`` needs a cell ``a`` before;
    ``crash`` and ``loop`` end a child, ``slow`` is stopped, ``raise`` raises. What an answer needs
    is found only in ``slices``.
    """

    def __init__(self, *cells: str, slices=None):
        self.cells, self.ran = list(cells), []
        defining = {}
        for number, cell in enumerate(cells, 1):
            if (name := cell.split()[0].removeprefix("wrong-")) in ("double", "value"):
                defining.setdefault(name, []).append(number)
        self.plan = Plan(slices or {}, defining)

    def result(self, *questions, seconds=SECONDS, share=None):
        submission = Submission(self.cells, list(questions), Limits(seconds), share or right)
        while not submission.done():
            self.ran.append([])
            submission.go_on(Played(self, self.ran[-1]))
        return submission.result()


class Played:
    """A child; it takes no time but where it is told to."""

    def __init__(self, notebook: Notebook, ran: list[str]):
        self.notebook, self.ran = notebook, ran

    def give(self, questions): ...

    def plan(self, cells, names, seconds):
        if "no plan" in cells:
            raise StoppedError(CRASHED, "ended the process")
        return self.notebook.plan

    def run(self, cell, seconds, places=None):
        self.ran.append(cell)
        match cell.split():
            case ["crash", *_]:
                raise StoppedError(CRASHED, "ended the process")
            case ["loop", *_]:
                raise StoppedError(TOO_SLOW)
            case ["slow", *_]:
                time.sleep(max(seconds, 0))
                raise StoppedError(TOO_SLOW, lost=False)
            case ["raise", *_]:
                return answers.Raised(ValueError("no"))
            case [_, "needs", other] if other not in self.ran:
                self.ran.remove(cell)
                return answers.Raised(NameError(other))
        return None

    def answer(self, question, case, seconds):
        defined = [cell for cell in self.ran if cell.split()[0].endswith(question.name)]
        if not defined:
            raise MissingError(question.name)
        if "stops" in defined[-1] and case["n"] == 5:
            self.ran.append(f"call {question.name}")
            raise StoppedError(TOO_SLOW, lost="lost" in defined[-1])
        if "raises" in defined[-1]:
            return answers.Raised(ValueError("no"))
        right = 2 * case["n"] if case else 7
        return np.array(right + defined[-1].startswith("wrong"))


def right(name, given):
    wanted = [6, 10, 14] if name == "double" else [7]
    return sum(type(g) is np.ndarray and g == w for g, w in zip(given, wanted, strict=True)) / len(
        wanted
    )


def kinds(result) -> dict[str, str]:
    return {name: cause.kind for name, cause in result.causes.items()}


def test_a_notebook_in_which_all_is_quick_runs_once():
    slices = {"double": [(1, [0])], "value": [(2, [0])]}
    notebook = Notebook("wrong-double", "value", "a", slices=slices)
    result = notebook.result(DOUBLE, VALUE)
    assert notebook.ran == [["wrong-double", "value", "a"]]
    assert [int(one) for one in result.answers["double"]] == [7, 11, 15]
    assert [int(one) for one in result.answers["value"]] == [7]
    assert (result.causes, result.notes) == ({}, [])


@pytest.mark.parametrize("first", ["slow", "crash", "loop"])
def test_otherwise_each_answer_runs_with_what_it_needs_and_that_is_all_if_it_is_right(first):
    slices = {"double": [(3, [0]), (2, [0, 2])], "value": [(4, [0])]}
    notebook = Notebook(first, "double", "a", "value", slices=slices)
    result = notebook.result(DOUBLE, VALUE)
    assert notebook.ran == [[first], ["a", "double"], ["value"]]
    assert [int(one) for one in result.answers["double"]] == [6, 10, 14]
    assert (result.causes, result.notes) == ({}, [])


def test_if_it_is_not_right_the_notebook_runs_in_order_and_the_better_counts():
    notebook = Notebook("slow", "wrong-double", "double", "b", slices={"double": [(2, [0])]})
    result = notebook.result(DOUBLE)
    assert notebook.ran == [["slow"], ["wrong-double"], ["slow", "wrong-double", "double"]]
    assert right("double", result.answers["double"]) == 1


def test_of_two_wrong_answers_the_last_definition_counts():
    notebook = Notebook("wrong-double", "double raises")
    assert type(notebook.result(DOUBLE).answers["double"][0]) is answers.Raised


def test_an_answer_that_raises_runs_with_what_it_needs_as_well():
    notebook = Notebook("double raises", "double", slices={"double": [(2, [0])]})
    notebook.cells[1] = "a"
    assert type(notebook.result(DOUBLE).answers["double"][0]) is answers.Raised
    assert notebook.ran == [["double raises", "a"], ["a"]]


def test_of_a_right_definition_and_a_wrong_one_after_it_the_last_counts():
    notebook = Notebook("double", "wrong-double")
    assert right("double", notebook.result(DOUBLE).answers["double"]) < 1


def test_a_lost_cell_is_left_out_and_what_was_answered_before_is_not_asked_again():
    notebook = Notebook("double", "crash", "loop", "value", "crash")
    result = notebook.result(DOUBLE, VALUE)
    assert result.causes == {}
    assert notebook.ran == [
        ["double", "crash"],
        ["double", "crash"],
        ["double", "loop"],
        ["double", "value"],
    ]
    assert result.notes == [
        "cell 2 ended the process and was left out",
        "cell 3 took longer than 0.5 s and was left out",
    ]


def test_a_cell_that_is_too_slow_is_stopped_and_the_notebook_goes_on():
    notebook = Notebook("a", "slow", "double")
    result = notebook.result(DOUBLE)
    assert notebook.ran == [["a", "slow"], ["a", "slow", "double"]]
    assert result.notes == ["cell 2 took longer than 0.5 s"]
    assert result.causes == {}


def test_what_raised_runs_again_when_all_else_that_the_answer_needs_is_there():
    slices = {"double": [(1, [0]), (2, [0])]}
    notebook = Notebook("double needs a", "a", slices=slices)
    assert notebook.result(DOUBLE).causes == {}
    assert notebook.ran == [["a"], ["a", "double needs a"]]


@pytest.mark.parametrize(
    ("cell", "kind", "said"),
    [
        ("slow", TOO_SLOW, "cell 2, which defines `double`, took longer than 0.5 s"),
        ("crash", CRASHED, "cell 2, which defines `double`, ended the process"),
        ("raise", RAISED, "cell 2, which defines `double`, raised ValueError: no"),
        ("b", NOT_DEFINED, "the notebook defines no `double`; keep the task's name"),
    ],
)
@pytest.mark.parametrize("slices", [{}, {"double": [(2, [0])]}])
def test_without_an_answer_the_cause_is_that_of_the_cell_that_defines_it(cell, kind, said, slices):
    notebook = Notebook("raise", "double", slices=slices)
    notebook.cells[1] = cell
    result = notebook.result(DOUBLE)
    assert result.causes == {"double": (kind, said, 0)}
    assert [str(one) for one in result.answers["double"]] == [f"There is no answer: {said}"] * 3


def test_a_cell_that_an_answer_only_needs_is_named_as_such():
    notebook = Notebook("crash", "double needs a", slices={"double": [(1, [0]), (2, [0])]})
    (cause,) = notebook.result(DOUBLE).causes.values()
    assert cause.said == "cell 1, which is needed by `double`, ended the process"


@pytest.mark.parametrize("lost", ["", " lost"])
@pytest.mark.parametrize("slices", [{}, {"double": [(1, [0])]}])
def test_a_call_that_stops_ends_its_answer_alone(lost, slices):
    notebook = Notebook(f"double stops{lost}", "value", slices=slices)
    result = notebook.result(DOUBLE, VALUE)
    assert int(result.answers["double"][0]) == 6
    said = "a call of `double` took longer than 0.5 s"
    assert result.causes == {"double": (TOO_SLOW, said, 1)}
    assert result.notes == [said]
    assert int(result.answers["value"][0]) == 7


def test_slow_answers_cannot_take_the_time_of_others_and_may_have_what_is_left():
    """The first may use the spare time, a second has its own."""

    class Slow(Played):
        def answer(self, question, case, seconds):
            took = min(seconds, 0.9 * SECONDS)
            time.sleep(max(took, 0))
            if seconds < 0.9 * SECONDS:
                raise StoppedError(TOO_SLOW, lost=False)
            return np.array(2 * case["n"])

    many = [Question(name, [{"n": n} for n in range(9)]) for name in ("a", "b")]
    asked = Submission(["a", "b"], many, Limits(SECONDS), unjudged)
    asked.plan = Plan({"a": [(1, [0])], "b": [(2, [0])]}, {})
    asked.alone = ["a", "b"]
    for _ in range(2):
        asked.go_on(Slow(Notebook("a", "b"), []))
    given = {name: len(attempt.given) for name, (_, attempt) in asked.found.best.items()}
    assert given == {"a": 5, "b": 1}
    assert asked.end - time.monotonic() >= SECONDS * (IN_ORDER - 0.5)
    assert asked.found.best["b"][1].cause.said == "a call of `b` was stopped after 0.5 s in all"


def test_a_notebook_without_end_ends_and_what_it_defined_is_asked_for():
    notebook = Notebook("value needs a", *["slow"] * 99, "double")
    notebook.plan.defining["value"] = []
    start = time.monotonic()
    result = notebook.result(DOUBLE, VALUE, seconds=0.05)
    assert time.monotonic() - start < 2 * 0.05 * (2 + SPARE + IN_ORDER)
    assert kinds(result) == {"double": NOT_DEFINED, "value": NOT_DEFINED}


def test_without_a_plan_the_notebook_runs_in_order():
    notebook = Notebook("no plan", "double")
    assert notebook.result(DOUBLE).causes == {}
    assert notebook.ran == [[], ["no plan", "double"]]


def test_what_is_wrong_keeps_the_attempt_with_more_answers():
    notebook = Notebook("wrong-double stops", "a", slices={"double": [(1, [0])]})
    result = notebook.result(DOUBLE, share=lambda *_: 0.0)
    assert result.causes["double"].answered == 1
