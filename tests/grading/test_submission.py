"""What is known of one submission, over the children that it needs; here they are played."""

import time

import numpy as np
import pytest
from multihead.exercises import answers

from grading.jail.causes import CRASHED, NOT_DEFINED, RAISED, TOO_SLOW
from grading.jail.client import MissingError, StoppedError
from grading.jail.limits import IN_ORDER, SPARE, Limits
from grading.jail.protocol import Question
from grading.jail.submission import Submission, unjudged

DOUBLE = Question("double", [{"n": 3}, {"n": 5}, {"n": 7}])
VALUE = Question("value", None)
SECONDS = 0.5
PARTS = {"import": ["imports"], "def": ["names", "definitions"], "let": ["names"]}


class Notebook:
    """A notebook whose statements are words; `children` of it run, and note here what they ran.

    ``def double`` and ``let value`` give the names, ``def double wrong`` a wrong one, ``def double
    needs a`` needs ``let a`` before; ``crash`` and ``loop`` end a child, ``slow`` is stopped,
    ``raise`` raises, and what is ``slow`` or ends with ``crash`` does so as well.
    """

    def __init__(self, *cells: str):
        self.cells, self.ran = list(cells), []

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

    def defining(self, cells, names, seconds):
        if "no Python" in cells:
            raise StoppedError(CRASHED, "ended the process")
        numbered = list(enumerate(cells, start=1))
        return {name: [n for n, cell in numbered if name in cell.split()] for name in names}

    def run(self, cell, seconds, part=None):
        for statement in cell.split("; "):
            runs = part is None or part in PARTS.get(statement.split()[0], ())
            if runs and (raised := self.statement(statement.split(), seconds)):
                return raised, ["is noted"]
        return None, []

    def statement(self, words, seconds):
        match words:
            case ["raise", *_]:
                return answers.Raised(ValueError("no"))
            case [_, _, "needs", other] if f"let {other}" not in self.ran:
                return answers.Raised(NameError(other))
        self.ran.append(" ".join(words))
        if words[-1] == "crash":
            raise StoppedError(CRASHED, "ended the process")
        if words[-1] == "loop":
            raise StoppedError(TOO_SLOW)
        if words[-1] == "slow":
            time.sleep(max(seconds, 0))
            raise StoppedError(TOO_SLOW, lost=False)
        return None

    def answer(self, question, case, seconds):
        own = [text for text in self.ran if question.name in text.split()[:2]]
        if not own or own[-1].endswith(("slow", "crash", "loop")):
            raise MissingError(question.name)
        if "stops" in own[-1] and case["n"] == 5:
            raise StoppedError(TOO_SLOW, lost="lost" in own[-1])
        if "raises" in own[-1]:
            return answers.Raised(ValueError("no"))
        answer = 2 * case["n"] if case else 7
        return np.array(answer + ("wrong" in own[-1]))


def right(name, given):
    wanted = [6, 10, 14] if name == "double" else [7]
    return sum(type(g) is np.ndarray and g == w for g, w in zip(given, wanted, strict=True)) / len(
        wanted
    )


def kinds(result) -> dict[str, str]:
    return {name: cause.kind for name, cause in result.causes.items()}


def test_a_notebook_in_which_all_is_quick_runs_once():
    notebook = Notebook("def double wrong", "let value", "do")
    result = notebook.result(DOUBLE, VALUE)
    assert notebook.ran == [["def double wrong", "let value", "do"]]
    assert [int(one) for one in result.answers["double"]] == [7, 11, 15]
    assert [int(one) for one in result.answers["value"]] == [7]
    assert (result.causes, result.notes) == ({}, [])


@pytest.mark.parametrize("first", ["slow", "crash", "loop"])
def test_otherwise_its_outline_runs_and_that_is_all_if_it_is_right(first):
    notebook = Notebook(f"{first}; def double needs a", "do; import b", "let a; let value")
    result = notebook.result(DOUBLE, VALUE)
    assert notebook.ran == [
        [first],
        ["import b", "let a", "let value", "def double needs a"],
    ]
    assert [int(one) for one in result.answers["double"]] == [6, 10, 14]
    assert (result.causes, result.notes) == ({}, [])


def test_if_it_is_not_right_the_notebook_runs_in_order_and_the_better_counts():
    notebook = Notebook("slow", "def double wrong", "do; for double", "do")
    result = notebook.result(DOUBLE)
    in_order = ["slow", "def double wrong", "do", "for double"]
    assert notebook.ran == [["slow"], ["def double wrong", *in_order]]
    assert right("double", result.answers["double"]) == 1


def test_of_two_wrong_answers_the_last_definition_counts():
    notebook = Notebook("def double wrong", "def double raises")
    assert type(notebook.result(DOUBLE).answers["double"][0]) is answers.Raised


def test_an_answer_that_raises_or_is_none_is_asked_for_once_more_from_the_outline():
    notebook = Notebook("def double", "do; for double raises")
    assert right("double", notebook.result(DOUBLE).answers["double"]) == 1
    assert notebook.ran == [["def double", "do", "for double raises"], ["def double"]]


def test_of_a_right_definition_and_a_wrong_one_after_it_the_last_counts():
    notebook = Notebook("def double", "def double wrong")
    assert right("double", notebook.result(DOUBLE).answers["double"]) < 1


def test_a_lost_cell_is_left_out_and_what_was_answered_before_is_not_asked_again():
    notebook = Notebook("def double", "crash", "loop", "do; for value", "crash")
    value = Question("value", None)
    result = notebook.result(DOUBLE, value)
    assert result.causes == {}
    assert [ran[-1] for ran in notebook.ran] == ["crash", "crash", "loop", "for value"]
    assert result.notes == [
        "cell 2 ended the process and was left out",
        "cell 3 took longer than 0.5 s and was left out",
    ]


def test_a_part_of_an_outline_that_ends_its_child_is_left_out_and_the_rest_still_runs():
    notebook = Notebook("def double", "import c crash", "let d slow; do", "let e loop; let value")
    result = notebook.result(DOUBLE, VALUE)
    assert right("double", result.answers["double"]) == 1
    assert kinds(result) == {"value": TOO_SLOW}
    assert [ran.count("import c crash") for ran in notebook.ran][:3] == [1, 1, 0]
    assert sum(ran.count("let d slow") for ran in notebook.ran[:3]) == 1


def test_a_cell_that_is_too_slow_is_stopped_and_the_notebook_goes_on():
    notebook = Notebook("do", "slow", "for double")
    result = notebook.result(DOUBLE)
    assert notebook.ran == [["do", "slow"], ["do", "slow", "for double"]]
    assert result.notes == ["cell 2 took longer than 0.5 s"]
    assert result.causes == {}


@pytest.mark.parametrize(
    ("cell", "kind", "said"),
    [
        ("do; let double slow", TOO_SLOW, "cell 2, which defines `double`, took longer than 0.5 s"),
        ("for double crash", CRASHED, "cell 2, which defines `double`, ended the process"),
        ("raise; do double", RAISED, "cell 2, which defines `double`, raised ValueError: no"),
        ("do", NOT_DEFINED, "the notebook defines no `double`; keep the task's name"),
    ],
)
@pytest.mark.parametrize("first", ["raise", "crash"])
def test_without_an_answer_the_cause_is_that_of_the_cell_that_defines_it(cell, kind, said, first):
    result = Notebook(first, cell).result(DOUBLE)
    assert result.causes == {"double": (kind, said, 0)}
    assert [str(one) for one in result.answers["double"]] == [f"There is no answer: {said}"] * 3


@pytest.mark.parametrize("lost", ["", " lost"])
@pytest.mark.parametrize("kind", ["def", "for"])
def test_a_call_that_stops_ends_its_answer_alone(lost, kind):
    notebook = Notebook(f"{kind} double stops{lost}", f"{kind} value")
    result = notebook.result(DOUBLE, VALUE)
    assert int(result.answers["double"][0]) == 6
    said = "a call of `double` took longer than 0.5 s"
    assert result.causes == {"double": (TOO_SLOW, said, 1)}
    assert result.notes == [said]
    assert int(result.answers["value"][0]) == 7


def test_what_a_cell_wanted_is_noted_before_what_it_raised():
    notebook = Notebook("def double", "raise", "raise")
    assert notebook.result(DOUBLE).notes == [
        "cell 2: is noted",
        "cell 2 raised ValueError: no",
        "cell 3: is noted",
        "cell 3 raised ValueError: no",
    ]


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
    asked = Submission(["def a", "def b"], many, Limits(SECONDS), unjudged)
    asked.defining = {}
    asked.go_on(Slow(Notebook("def a", "def b"), []))
    given = {name: len(attempt.given) for name, (_, attempt) in asked.best.items()}
    assert given == {"a": 5, "b": 1}
    assert asked.end - time.monotonic() >= SECONDS * (IN_ORDER - 0.5)
    assert asked.best["b"][1].cause.text == "a call of `b` was stopped after 0.5 s in all"


def test_a_notebook_without_end_ends_and_what_it_defined_is_asked_for():
    notebook = Notebook("let value needs a", *["let b slow"] * 99, "do; for double")
    start = time.monotonic()
    result = notebook.result(DOUBLE, VALUE, seconds=0.05)
    assert time.monotonic() - start < 2 * 0.05 * (2 + SPARE + IN_ORDER)
    assert kinds(result) == {"double": NOT_DEFINED, "value": RAISED}


def test_a_notebook_that_cannot_be_read_runs_in_order():
    notebook = Notebook("no Python", "def double", "do")
    notebook.cells.append("crash")
    assert notebook.result(DOUBLE).causes == {}


def test_what_is_wrong_keeps_the_attempt_with_more_answers():
    notebook = Notebook("def double stops", "do")
    result = notebook.result(DOUBLE, share=lambda *_: 0.0)
    assert result.causes["double"].answered == 1
