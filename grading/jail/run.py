"""One run of cells in one worker: what went wrong, and why a name has no answer."""

import time
from typing import NamedTuple

from grading.jail.causes import CRASHED, NOT_DEFINED, RAISED, TOO_SLOW, Cause
from grading.jail.client import Answer, Client, MissingError, StoppedError
from grading.jail.protocol import Question


class Attempt(NamedTuple):
    """What was answered to the first cases, and why there is no more."""

    given: list[Answer]
    cause: Cause | None = None
    stopped: bool = False  # by a call of the answer itself


class Run:
    """Cells that run one after the other, each call and each cell with a limit, until an end."""

    def __init__(
        self,
        worker: Client,
        defining: dict[str, list[int]],
        seconds: float,
        troubles: dict[int, Cause],
    ):
        self.worker, self.defining, self.seconds = worker, defining, seconds
        self.troubles = troubles  # by the number of the cell
        self.remarks: list[str] = []  # on the last cell
        self.alive = True
        self.until(time.monotonic())

    def until(self, end: float) -> None:
        """Let what comes next take until then."""
        self.end, self.allowed = end, end - time.monotonic()

    def left(self) -> float:
        return self.end - time.monotonic()

    def cell(self, number: int, cell: str, part: str | None = None) -> bool:
        """Run a cell, or a part of its outline; return whether it was stopped, or ended the worker.

        What goes wrong is kept.
        """
        if part is None:
            self.troubles.pop(number, None)
        self.remarks = []
        seconds = min(self.seconds, self.left())
        try:
            raised, self.remarks = self.worker.run(cell, seconds, part)
        except StoppedError as stopped:
            self.troubles[number] = self._why(stopped, seconds)
            return True
        if raised:
            self.troubles.setdefault(number, Cause(RAISED, f"raised {raised.text}"))
        return False

    def ask(self, question: Question) -> Attempt:
        """Ask for the answer to each case, as long as there are answers."""
        given = []
        for case in [None] if question.cases is None else question.cases:
            seconds = min(self.seconds, max(self.left(), self.seconds / 10))
            try:
                given.append(self.worker.answer(question, case, seconds))
            except MissingError:
                return Attempt([], self._missing(question.name))
            except StoppedError as stopped:
                why = self._why(stopped, seconds)
                reason = f"{_what(question)} {why.text}"
                return Attempt(given, Cause(why.kind, reason, len(given)), stopped=True)
        return Attempt(given)

    def _why(self, stopped: StoppedError, seconds: float) -> Cause:
        self.alive = not stopped.lost
        if stopped.kind == CRASHED:
            return Cause(CRASHED, stopped.text)
        if seconds == self.seconds:
            return Cause(TOO_SLOW, f"took longer than {seconds:g} s")
        return Cause(TOO_SLOW, f"was stopped after {round(self.allowed, 1):g} s in all")

    def _missing(self, name: str) -> Cause:
        for number in reversed(self.defining.get(name, [])):
            if trouble := self.troubles.get(number):
                reason = f"cell {number}, which defines `{name}`, {' '.join(trouble.text.split())}"
                return Cause(trouble.kind, reason)
        return Cause(NOT_DEFINED, f"the notebook defines no `{name}`; keep the task's name")


def _what(question: Question) -> str:
    return f"`{question.name}`" if question.cases is None else f"a call of `{question.name}`"
