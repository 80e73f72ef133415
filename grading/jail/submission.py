"""What one submission has answered so far, over the children that it needs.

Most notebooks run in order in no time, and that is all. If anything in one is slow, ends the child
or raises, each answer that is still open gets a child of its own, which runs only what the answer
needs: no other cell can take its time. What is open then is asked for once more while the notebook
runs in order, with the time that is left, and the better result counts.
"""

import time

from grading.jail.causes import Cause
from grading.jail.child import Child, Plan, StoppedError
from grading.jail.found import Found, Result, Share
from grading.jail.limits import HASTE, IN_ORDER, Limits
from grading.jail.protocol import Question
from grading.jail.run import Attempt, Run


class Submission:
    """The cells that can still run, the questions still open, and what is known by now."""

    def __init__(self, cells: list[str], questions: list[Question], limits: Limits, share: Share):
        self.limits = limits
        self.allowed = limits.total(len(questions))
        self.end = time.monotonic() + self.allowed
        self.cells = dict(enumerate(cells, start=1))
        self.questions = {question.name: question for question in questions}
        self.open = list(self.questions)  # not known to be right
        self.plan: Plan | None = None
        self.alone: list[str] = []  # still to be tried by themselves
        self.found = Found(self.questions, share)
        self.asked: set[tuple[str, int]] = set()  # after this cell
        self.lost: dict[int, Cause] = {}  # cells that the notebook in order does without
        self.notes: dict[str, None] = {}  # in order, each once
        self.quick = False  # the notebook ran in order at once, and nothing in it is slow or lost
        self.over = False

    def done(self) -> bool:
        return self.over or not self.open or time.monotonic() > self.end

    def go_on(self, child: Child) -> None:
        """Do what comes next, in a fresh child, as far as it lives."""
        child.give(self.questions.values())
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
            self.alone = [name for name in self.alone if self.found.failed(name)]

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
        if self.found.take(name, attempt):
            self.open.remove(name)

    def result(self) -> Result:
        """Return what is known by now."""
        return self.found.result(self.allowed, list(self.notes))
