"""One run of cells in one child: what went wrong, and why a name has no answer."""

import time
from typing import NamedTuple

from grading.jail.causes import CRASHED, NOT_DEFINED, RAISED, TOO_SLOW, Cause
from grading.jail.child import Answer, Child, MissingError, Plan, StoppedError
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
        child: Child,
        plan: Plan,
        seconds: float,
        end: float,
        troubles: dict[int, Cause] | None = None,
    ):
        self.child, self.plan, self.seconds, self.end = child, plan, seconds, end
        self.allowed = self.left()
        self.troubles = troubles or {}  # by the number of the cell
        self.alive = True

    @property
    def raised(self) -> list[int]:
        """The cells that raised an error."""
        return [number for number, cause in self.troubles.items() if cause.kind == RAISED]

    @property
    def stopped(self) -> bool:
        """Whether a cell was stopped, or ended the child."""
        return any(cause.kind in (TOO_SLOW, CRASHED) for cause in self.troubles.values())

    def left(self) -> float:
        return self.end - time.monotonic()

    def cell(self, number: int, cell: str, places: list[int] | None = None) -> None:
        """Run a cell or some of its statements; what goes wrong is kept."""
        self.troubles.pop(number, None)
        seconds = min(self.seconds, self.left())
        try:
            raised = self.child.run(cell, seconds, places)
        except StoppedError as stopped:
            self.troubles[number] = self._why(stopped, seconds)
        else:
            if raised:
                self.troubles[number] = Cause(RAISED, f"raised {raised.text}")

    def ask(self, question: Question) -> Attempt:
        """Ask for the answer to each case, as long as there are answers."""
        name = question.name
        given = []
        if not self.alive:
            return Attempt(given, self._lost(name))
        for case in [None] if question.cases is None else question.cases:
            seconds = min(self.seconds, max(self.left(), self.seconds / 10))
            try:
                given.append(self.child.answer(question, case, seconds))
            except MissingError:
                return Attempt([], self._missing(name))
            except StoppedError as stopped:
                why = self._why(stopped, seconds)
                said = f"{_what(question)} {why.said}"
                return Attempt(given, Cause(why.kind, said, len(given)), stopped=True)
        return Attempt(given)

    def _why(self, stopped: StoppedError, seconds: float) -> Cause:
        self.alive = not stopped.lost
        if stopped.kind == CRASHED:
            return Cause(CRASHED, stopped.said)
        if seconds == self.seconds:
            return Cause(TOO_SLOW, f"took longer than {seconds:g} s")
        return Cause(TOO_SLOW, f"was stopped after {round(self.allowed, 1):g} s in all")

    def _missing(self, name: str) -> Cause:
        for number in reversed(self.plan.defining.get(name, [])):
            if number in self.troubles:
                return self._of_cell(number, name)
        return Cause(NOT_DEFINED, f"the notebook defines no `{name}`; keep the task's name")

    def _lost(self, name: str) -> Cause:
        return self._of_cell(list(self.troubles)[-1], name)

    def _of_cell(self, number: int, name: str) -> Cause:
        trouble = self.troubles[number]
        what = "defines" if number in self.plan.defining.get(name, []) else "is needed by"
        said = " ".join(trouble.said.split())
        return Cause(trouble.kind, f"cell {number}, which {what} `{name}`, {said}")


def _what(question: Question) -> str:
    return f"`{question.name}`" if question.cases is None else f"a call of `{question.name}`"
