"""What a worker does: run a submission in its jail, and judge the answers outside of it."""

from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from distributed import Worker, WorkerPlugin, get_worker
from multihead.exercises import answers, folders
from multihead.exercises.sheets import Sheet
from multihead.exercises.verdict import judge

from grading.jail.jail import Jail
from grading.jail.protocol import Question
from grading.marks.mark import Mark

MISSING = "defines no"  # what the jail says of a name that the notebook does not have


class Task(NamedTuple):
    """An exercise, and the seed of the inputs that its answers are judged on."""

    exercise: str
    seed: int


class WarmJail(WorkerPlugin):
    """Keep one jail in each worker, for one submission at a time."""

    name = "jail"

    def setup(self, worker: Worker) -> None:
        self.lock, self.jail = Lock(), Jail()
        self.jail.__enter__()

    def teardown(self, worker: Worker) -> None:
        self.jail.__exit__(None, None, None)


def mark(cells: list[str], tasks: list[Task]) -> tuple[dict[str, Mark], list[str]]:
    """Run the cells of a submission, ask for its answers and judge them; return marks and notes."""
    warm: Any = get_worker().plugins[WarmJail.name]
    questions = [_question(task) for task in tasks]
    with warm.lock:
        result = warm.jail.run(cells, questions)
    marks = {task.exercise: _judge(task, result.answers[task.exercise]) for task in tasks}
    return marks, result.notes


@cache
def _sheet(task: Task) -> Sheet:
    return folders.sheet(task.exercise, task.seed)


def _question(task: Task) -> Question:
    sheet = _sheet(task)
    return Question(task.exercise, None if sheet.by_hand else sheet.cases)


def _judge(task: Task, given: list[Any]) -> Mark:
    if type(given[0]) is answers.UnreadableError and MISSING in str(given[0]):
        return Mark(False, f"{task.exercise}: no answer.\n{given[0]}.", answered=False)
    verdict = judge(_sheet(task), given)
    message = f"{task.exercise}: right." if verdict else verdict.message
    return Mark(verdict.passed, message, verdict.misconception)
