"""What one submission has answered so far, over the workers that it needs.

Most notebooks run in order in no time, and that is all. If anything in one is slow, ends the worker
or leaves an answer open, its outline runs first, so that no slow or broken cell hides what stands
below it: imports, definitions and assignments. What is open then is asked for again while the
notebook runs in order, with the time that is left, and the better result counts.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from multihead.exercises import answers

from grading.jail.causes import TOO_SLOW, Cause
from grading.jail.client import Answer, Client, StoppedError
from grading.jail.limits import HASTE, IN_ORDER, Limits
from grading.jail.protocol import Question
from grading.jail.run import Attempt, Run

#: The parts of an outline, in the order in which they run: imports, definitions and assignments,
#: and the definitions of a cell in which one of these failed once more.
OUTLINE = ("imports", "names", "definitions")
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
    """The cells that can still run, the questions still open, and the best attempts by now."""

    def __init__(self, cells: list[str], questions: list[Question], limits: Limits, share: Share):
        self.limits, self.share = limits, share
        self.allowed = limits.total(len(questions))
        self.end = time.monotonic() + self.allowed
        self.texts = cells
        self.cells = {n: cell for n, cell in enumerate(cells, start=1) if cell.strip()}
        self.questions = {question.name: question for question in questions}
        self.open = list(self.questions)  # not known to be right
        self.best: dict[str, tuple[float, Attempt]] = {}  # by question, with its share
        self.defining: dict[str, list[int]] | None = None  # by question, the cells that define it
        self.asked: set[tuple[str, int]] = set()  # after this cell; after the outline it is 0
        self.stopped: dict[tuple[int, str | None], Cause] = {}  # of these cells, or their parts
        self.notes: dict[str, None] = {}  # each once
        self.over = False

    def done(self) -> bool:
        return self.over or not self.open or time.monotonic() > self.end

    def go_on(self, worker: Client) -> None:
        """Do what comes next, in a fresh worker, as far as it lives."""
        worker.give(self.questions.values())
        if self.defining is None:
            self.defining = {}
            self.over = self._in_haste(worker)
            return
        with suppress(StoppedError):
            self.defining |= worker.defining(self.texts, self.open, self.limits.seconds)
        troubles = {number: cause for (number, _), cause in self.stopped.items()}
        run = Run(worker, self.defining, self.limits.seconds, troubles)
        self.over = self._outline(run) and self._in_order(run)

    def _in_haste(self, worker: Client) -> bool:
        """Run the notebook in order; return whether it is quick, and each answer is there."""
        run = Run(worker, {}, self.limits.seconds, {})
        run.until(time.monotonic() + self.limits.seconds * HASTE)
        for number, cell in self.cells.items():
            if run.cell(number, cell):
                return False
            self._note(run, number)
        for name in list(self.open):
            attempt = run.ask(self.questions[name])
            if attempt.stopped:
                return False
            self._take(name, attempt)
        return not any(self._failed(name) for name in self.open)

    def _outline(self, run: Run) -> bool:
        """Run the outline and ask for what is open; return whether the worker lives."""
        run.until(self.end - self.limits.seconds * (IN_ORDER + len(self.open)))
        for part in OUTLINE:
            for number, cell in self.cells.items():
                sound = part == "definitions" and number not in run.troubles
                if sound or (number, part) in self.stopped:
                    continue
                if run.cell(number, cell, part):
                    self.stopped[number, part] = run.troubles[number]
                    if not run.alive:
                        return False
        return self._ask(run, self.open, 0)

    def _in_order(self, run: Run) -> bool:
        """Run the notebook, and ask for an answer as soon as its last definition has run.

        Returns whether that is all that can be known.
        """
        for number, cell in self.cells.items():
            if (number, None) in self.stopped:
                continue
            run.until(self.end)
            if not self.open or run.left() <= 0:
                break
            run.cell(number, cell)
            self._note(run, number)
            if not run.alive:
                self.stopped[number, None] = run.troubles[number]
                return False
            last = [
                name for name in self.open if number == max(self.defining.get(name, ()), default=0)
            ]
            if not self._ask(run, last, number):
                return False
        return self._ask(run, self.open, len(self.texts) + 1)

    def _ask(self, run: Run, names: Iterable[str], after: int) -> bool:
        """Ask for these answers, each with its own time; return whether the worker lives."""
        names = [name for name in names if (name, after) not in self.asked]
        for place, name in enumerate(names, start=1):
            others = IN_ORDER + len(names) - place if after == 0 else 0
            run.until(self.end - self.limits.seconds * others)
            attempt = run.ask(self.questions[name])
            self.asked.add((name, after))
            self._take(name, attempt)
            if attempt.cause and attempt.stopped:
                self.notes[attempt.cause.text] = None
                self.open = [other for other in self.open if other != name]
            if not run.alive:
                return False
        return True

    def _note(self, run: Run, number: int) -> None:
        for remark in run.remarks:
            self.notes[f"cell {number}: {remark}"] = None
        if trouble := run.troubles.get(number):
            left_out = "" if run.alive else " and was left out"
            self.notes[f"cell {number} {trouble.text}{left_out}"] = None

    def _take(self, name: str, attempt: Attempt) -> None:
        """Keep the better of two attempts, then the one with more answers, then the later one."""
        share = self.share(name, self._filled(name, attempt))
        best, before = self.best.get(name, (-1.0, Attempt([])))
        if (share, len(attempt.given)) >= (best, len(before.given)):
            self.best[name] = share, attempt
        if share == 1:
            self.open = [other for other in self.open if other != name]

    def _failed(self, name: str) -> bool:
        """Say whether an answer is missing or none, and not only wrong."""
        _, attempt = self.best[name]
        return bool(attempt.cause) or not {*map(type, attempt.given)} <= {np.ndarray}

    def result(self) -> Result:
        """Return what is known by now; an answer that is missing says so."""
        late = Cause(TOO_SLOW, f"the {self.allowed:g} s for the notebook were over before")
        none = 0.0, Attempt([], late)
        attempts = {name: self.best.get(name, none)[1] for name in self.questions}
        given = {name: self._filled(name, attempt) for name, attempt in attempts.items()}
        causes = {name: attempt.cause for name, attempt in attempts.items() if attempt.cause}
        return Result(given, causes, list(self.notes))

    def _filled(self, name: str, attempt: Attempt) -> list[Answer]:
        """Return an answer for every case; where none was given, it is the reason."""
        cases = self.questions[name].cases
        missing = (1 if cases is None else len(cases)) - len(attempt.given)
        reason = attempt.cause.text if attempt.cause else ""
        return [
            *attempt.given,
            *[answers.UnreadableError(f"There is no answer: {reason}")] * missing,
        ]
