"""What a worker does: run a submission in its jail, and judge the answers outside of it."""

from threading import Lock
from typing import Any

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


def mark(cells: list[str], sheets: list[Sheet]) -> tuple[dict[str, Mark], list[str]]:
    """Run the cells of a submission, ask for its answers and judge them; return marks and notes."""
    warm: Any = get_worker().plugins[WarmJail.name]
    by_name = {sheet.name: sheet for sheet in sheets}

    def share(name: str, given: list[Any]) -> float:
        return sum(_rights(by_name[name], given)) / len(given)

    with warm.lock:
        result = warm.jail.run(cells, [_question(sheet) for sheet in sheets], share)
    marks = {n: _judge(s, result.answers[n], result.causes.get(n)) for n, s in by_name.items()}
    return marks, result.notes


def _question(sheet: Sheet) -> Question:
    if sheet.by_hand:
        return Question(sheet.name, None, sheet.answered_by, sheet.cases[0])
    return Question(sheet.name, sheet.cases, sheet.answered_by)


def _rights(sheet: Sheet, given: list[Any]) -> list[bool]:
    """Say of the answer to each case whether it is right."""
    if sheet.by_hand:
        return [bool(judge(sheet, given))]
    return [
        answers.fault(answer, right, sheet.tolerance) is None
        for answer, right in zip(given, sheet.right, strict=True)
    ]


def _judge(sheet: Sheet, given: list[Any], cause: Cause | None = None) -> Mark:
    """Judge what was answered; if that is right as far as it goes, say why there is no more."""
    if cause and all(_rights(sheet, given)[: cause.answered]):
        message = unanswered(sheet.name, cause.kind, cause.text)
        return Mark(False, message, cause=cause.kind)
    verdict, kinds = judge(sheet, given), points.by_kind(sheet, given)
    message = f"{sheet.name}: right." if verdict else verdict.message
    message = "\n".join([*points.said(kinds), message])
    return Mark(verdict.passed, message, verdict.misconception, kinds=kinds)
