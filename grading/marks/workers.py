"""What a worker does: run a submission in its jail, and judge the answers outside of it."""

from threading import Lock
from typing import Any, NamedTuple

from distributed import Worker, WorkerPlugin, get_worker
from multihead.exercises import answers
from multihead.exercises.sheets import Sheet
from multihead.exercises.verdict import judge

from grading.jail.causes import Cause
from grading.jail.jail import Jail
from grading.jail.limits import Limits
from grading.jail.protocol import Question
from grading.marks import points
from grading.marks.mark import Mark, unanswered


class Task(NamedTuple):
    """An exercise, and what its answers are judged on: a worker needs no file of either."""

    exercise: str
    sheet: Sheet


class WarmJail(WorkerPlugin):
    """Keep one jail in each worker, for one submission at a time."""

    name = "jail"

    def __init__(self, limits: Limits):
        self.limits = limits

    def setup(self, worker: Worker) -> None:
        self.lock, self.jail = Lock(), Jail(self.limits)
        self.jail.__enter__()

    def teardown(self, worker: Worker) -> None:
        self.jail.__exit__(None, None, None)


def mark(cells: list[str], tasks: list[Task]) -> tuple[dict[str, Mark], list[str]]:
    """Run the cells of a submission, ask for its answers and judge them; return marks and notes."""
    warm: Any = get_worker().plugins[WarmJail.name]
    by_name = {task.exercise: task for task in tasks}

    def share(name: str, given: list[Any]) -> float:
        return sum(_rights(by_name[name], given)) / len(given)

    with warm.lock:
        found = warm.jail.run(cells, [_question(task) for task in tasks], share)
    marks = {n: _judge(t, found.answers[n], found.causes.get(n)) for n, t in by_name.items()}
    return marks, found.notes


def _question(task: Task) -> Question:
    sheet = task.sheet
    if sheet.by_hand:
        return Question(task.exercise, None, sheet.answered_by, sheet.cases[0])
    return Question(task.exercise, sheet.cases, sheet.answered_by)


def _rights(task: Task, given: list[Any]) -> list[bool]:
    """Say of the answer to each case whether it is right."""
    sheet = task.sheet
    if sheet.by_hand:
        return [bool(judge(sheet, given))]
    return [
        answers.fault(answer, right, sheet.tolerance) is None
        for answer, right in zip(given, sheet.right, strict=True)
    ]


def _judge(task: Task, given: list[Any], cause: Cause | None = None) -> Mark:
    """Judge what was answered; if that is right as far as it goes, say why there is no more."""
    if cause and all(_rights(task, given)[: cause.answered]):
        message = unanswered(task.exercise, cause.kind, cause.said)
        return Mark(False, message, cause=cause.kind)
    verdict, kinds = judge(task.sheet, given), points.by_kind(task.sheet, given)
    message = f"{task.exercise}: right." if verdict else verdict.message
    message = "\n".join([*points.said(kinds), message])
    return Mark(verdict.passed, message, verdict.misconception, kinds=kinds)
