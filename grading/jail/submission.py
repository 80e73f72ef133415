"""What one submission has answered so far, over the children that it needs.

Most notebooks run in order in no time, and that is all. If anything in one is slow, ends the child
or raises, each answer that is still open gets a child of its own, which runs only what the answer
needs: no other cell can take its time. What is open then is asked for once more while the notebook
runs in order, with the time that is left, and the better result counts.
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from multihead.exercises import answers

from grading.jail.causes import TOO_SLOW, Cause
from grading.jail.child import Answer, Child, Plan, StoppedError
from grading.jail.limits import HASTE, IN_ORDER, Limits
from grading.jail.protocol import Question
from grading.jail.run import Attempt, Run

#: What share of an answer is right, from 0 to 1.
Share = Callable[[str, list[Answer]], float]


class Result(NamedTuple):
    """What a submission answered."""

    #: By question: an array, or what came instead of one, for each case (one if there are none).
    answers: dict[str, list[Answer]]
    #: By question: why the first case that has no answer has none.
    causes: dict[str, Cause]
    #: What a human should know, for example that a cell raised or was left out.
    notes: list[str]


def unjudged(*_: Any) -> float:
    """Know of no answer that it is right; so all cells run, and the last definition counts."""
    return 0.0


class Submission:
    """The cells that can still run, the questions still open, and what is known by now."""

    def __init__(self, cells: list[str], questions: list[Question], limits: Limits, share: Share):
        self.limits, self.share = limits, share
        self.allowed = limits.total(len(questions))
        self.end = time.monotonic() + self.allowed
        self.cells = dict(enumerate(cells, start=1))
        self.questions = {question.name: question for question in questions}
        self.open = list(self.questions)  # not known to be right
        self.plan: Plan | None = None
        self.alone: list[str] = []  # still to be tried by themselves
        self.found: dict[str, tuple[float, Attempt]] = {}
        self.asked: set[tuple[str, int]] = set()  # after this cell
        self.lost: dict[int, Cause] = {}  # cells that the notebook in order does without
        self.notes: dict[str, None] = {}  # in order, each once
        self.quick = False  # the notebook ran in order at once, and nothing in it is slow or lost
        self.over = False

    def done(self) -> bool:
        return self.over or not self.open or time.monotonic() > self.end

    def go_on(self, child: Child) -> None:
        """Do what comes next, in a fresh child, as far as it lives."""
        if self.plan is None:
            self._begin(child)
        elif self.alone:
            self._by_itself(child, self.plan, self.alone.pop(0))
        else:
            run = Run(child, self.plan, self.limits.seconds, self.end, dict(self.lost))
            self.over = self._in_order(run, self.plan)
        self.over |= self.quick and not self.alone

    def _begin(self, child: Child) -> None:
        """Run the notebook in order, as far as nothing in it is slow; most end here."""
        seconds = self.limits.seconds
        try:
            self.plan = child.plan([*self.cells.values()], self.open, seconds)
        except StoppedError:
            self.plan = Plan({}, {})
            return
        run = Run(child, self.plan, seconds, time.monotonic() + seconds * HASTE)
        self.quick = self._in_order(run, self.plan, hasty=True)
        self.alone = [name for name in self.open if name in self.plan.slices]
        if self.quick:
            self.alone = [name for name in self.alone if self._failed(name)]

    def _failed(self, name: str) -> bool:
        """Say whether an answer is missing or raised an error, and is not only wrong."""
        _, attempt = self.found[name]
        return bool(attempt.cause) or answers.Raised in map(type, attempt.given)

    def _by_itself(self, child: Child, plan: Plan, name: str) -> None:
        """Run what an answer needs, and what raised once more, now that all else is there."""
        kept = self.limits.seconds * (IN_ORDER + len(self.alone))
        run = Run(child, plan, self.limits.seconds, self.end - kept)
        steps = plan.slices[name]
        for number, places in steps:
            if run.alive:
                run.cell(number, self.cells[number], places)
        for number, places in steps:
            if run.alive and number in run.raised:
                run.cell(number, self.cells[number], places)
        self._take(name, run.ask(self.questions[name]))

    def _in_order(self, run: Run, plan: Plan, hasty: bool = False) -> bool:
        """Run the notebook, and ask for an answer as soon as its last definition has run.

        Returns whether that is all that can be known; in haste, what is slow or lost ends it.
        """
        for number, cell in list(self.cells.items()):
            if not hasty and (not self.open or run.left() <= 0):
                break
            run.cell(number, cell)
            if hasty and run.stopped:
                return False
            self._note(run, number)
            if not run.alive:
                del self.cells[number]
                self.lost[number] = run.troubles[number]
                return False
            defined = [name for name in self.open if number == self._last_defining(plan, name)]
            defined = [name for name in defined if (name, number) not in self.asked]
            if not self._ask(run, defined, number, hasty):
                return False
        return self._ask(run, list(self.open), len(self.cells) + 1, hasty)

    def _last_defining(self, plan: Plan, name: str) -> int:
        """Return the last cell that defines a name, of those that can run; 0 if there is none."""
        return max((n for n in plan.defining.get(name, []) if n in self.cells), default=0)

    def _ask(self, run: Run, names: list[str], after: int, hasty: bool) -> bool:
        """Ask for these answers; return whether to go on."""
        for name in names:
            attempt = run.ask(self.questions[name])
            if attempt.stopped and hasty:
                return False
            self.asked.add((name, after))
            self._take(name, attempt)
            if attempt.cause and attempt.stopped:
                self.notes[attempt.cause.said] = None
                self.open = [other for other in self.open if other != name]
            if not run.alive:
                return False
        return True

    def _note(self, run: Run, number: int) -> None:
        if trouble := run.troubles.get(number):
            left_out = "" if run.alive else " and was left out"
            self.notes[f"cell {number} {trouble.said}{left_out}"] = None

    def _take(self, name: str, attempt: Attempt) -> None:
        """Keep the better of two attempts, then the one with more answers, then the later one."""
        share = self.share(name, self._filled(name, attempt))
        best, before = self.found.get(name, (-1.0, Attempt([])))
        better = (share, len(attempt.given)) > (best, len(before.given))
        if better or (attempt.given and (share, len(attempt.given)) == (best, len(before.given))):
            self.found[name] = share, attempt
        if share == 1:
            self.open.remove(name)

    def _filled(self, name: str, attempt: Attempt) -> list[Any]:
        """Return an answer for every case; where none was given, it is the reason."""
        cases = self.questions[name].cases
        missing = (1 if cases is None else len(cases)) - len(attempt.given)
        said = attempt.cause.said if attempt.cause else ""
        return [*attempt.given, *[answers.UnreadableError(f"There is no answer: {said}")] * missing]

    def result(self) -> Result:
        """Return what is known; an answer that is missing says so."""
        late = Cause(TOO_SLOW, f"the {self.allowed:g} s for the notebook were over before")
        for name in self.questions:
            self.found.setdefault(name, (0.0, Attempt([], late)))
        attempts = {name: self.found[name][1] for name in self.questions}
        given = {name: self._filled(name, attempt) for name, attempt in attempts.items()}
        causes = {name: attempt.cause for name, attempt in attempts.items() if attempt.cause}
        return Result(given, causes, list(self.notes))
