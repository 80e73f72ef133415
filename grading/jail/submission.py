"""What one submission has answered so far, over the children that it may lose on the way."""

import secrets
import time
from typing import Any, NamedTuple

import numpy as np
from multihead.exercises import answers

from grading.jail import protocol
from grading.jail.protocol import Question

Answer = np.ndarray | answers.Raised | answers.UnreadableError


class Limits(NamedTuple):
    """What one submission may use."""

    cell: float = 10.0  # seconds
    call: float = 10.0
    total: float = 60.0
    restarts: int = 5
    memory: int = 1 << 30  # bytes, on top of what PyTorch itself takes
    disk: int = 16 << 20


class Result(NamedTuple):
    """What a submission answered."""

    #: By question: an array, or what came instead of one, for each case (one if there are none).
    answers: dict[str, list[Answer]]
    #: What a human should know, for example that a cell raised or was left out.
    notes: list[str]


class LostError(Exception):
    """The child is lost: it hung, ended, or sent what is no reply."""


class Child:
    """One child of the warm process, as the grader sees it: two pipes."""

    def __init__(self, asking: int, answering: int):
        self.asking, self.answering = asking, answering

    def run(self, cell: str, end: float) -> answers.Raised | None:
        """Run a cell; return what it raised."""
        reply, _ = self._ask({"cell": cell}, [], end)
        return answers.Raised.saying(_text(reply["raised"])) if "raised" in reply else None

    def answer(self, name: str, case: dict[str, Any] | None, end: float) -> Answer:
        """Call the function of this name, or read the value of this name if there is no case."""
        request, arrays = {"name": name}, []
        if case is not None:
            request["inputs"], arrays = protocol.plain(list(case.values()))
        reply, found = self._ask(request, arrays, end)
        if "raised" in reply:
            return answers.Raised.saying(_text(reply["raised"]))
        if "unreadable" in reply:
            return answers.UnreadableError(_text(reply["unreadable"]))
        if len(found) != 1:
            raise LostError("sent what is no answer")
        return found[0]

    def _ask(self, request: dict, arrays: list, end: float) -> tuple[dict, list[np.ndarray]]:
        """Only a reply with the token of its own request counts, so none can be made before."""
        token = secrets.token_hex(8)
        try:
            protocol.send(self.asking, request | {"token": token}, arrays, end)
            reply, found = protocol.receive(self.answering, end)
        except TimeoutError:
            raise LostError("took too long") from None
        except (EOFError, OSError):
            raise LostError("ended the process") from None
        except protocol.GarbageError as error:
            raise LostError(f"sent what is no answer ({error})") from None
        if reply.get("token") != token:
            raise LostError("sent what is no answer")
        return reply, found


class Submission:
    """The cells still to run, the questions still open, and what is known by now."""

    def __init__(self, cells: list[str], questions: list[Question], limits: Limits):
        self.limits = limits
        self.end = time.monotonic() + limits.total
        self.cells = dict(enumerate(cells, start=1))
        self.open = list(questions)
        self.answers: dict[str, list[Answer]] = {question.name: [] for question in questions}
        self.notes: dict[str, None] = {}  # in order, each once

    def done(self) -> bool:
        return not self.open or time.monotonic() > self.end

    def go_on(self, child: Child) -> None:
        """Go on in a fresh child as far as it lives; what it died of is not tried again."""
        for number, cell in list(self.cells.items()):
            try:
                raised = child.run(cell, self._until(self.limits.cell))
            except LostError as lost:
                del self.cells[number]
                self.notes[f"cell {number} {lost} and was left out"] = None
                return
            if raised:
                self.notes[f"cell {number} raised {raised.text}"] = None
        while self.open:
            try:
                self._ask(child, self.open[0])
            except LostError as lost:
                self.notes[f"{self.open[0].name} {lost}"] = None
                self._close(f"it {lost}")
                return
            self.open.pop(0)

    def _ask(self, child: Child, question: Question) -> None:
        given = self.answers[question.name]
        for case in [None] if question.cases is None else question.cases:
            given.append(child.answer(question.name, case, self._until(self.limits.call)))

    def _close(self, reason: str) -> None:
        """Take the next question as answered; every case without an answer gets the reason."""
        question = self.open.pop(0)
        given = self.answers[question.name]
        cases = 1 if question.cases is None else len(question.cases)
        lost = answers.UnreadableError(f"There is no answer: {reason}")
        given += [lost] * (cases - len(given))

    def _until(self, seconds: float) -> float:
        return min(self.end, time.monotonic() + seconds)

    def result(self) -> Result:
        """Return what is known; an answer that is missing says so."""
        while self.open:
            self.notes[f"no time was left for {self.open[0].name}"] = None
            self._close("no time was left for it")
        return Result(self.answers, list(self.notes))


def _text(text: Any) -> str:
    """Make what student code wrote harmless to print and to store, and short."""
    if not isinstance(text, str):
        return "what is no text"
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text[:400])
