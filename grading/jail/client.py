"""The grader's side of one worker: two pipes, and a clock for each request."""

import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from multihead.exercises import answers
from multihead.exercises.borrowed import BorrowedError

from grading.jail import protocol
from grading.jail.causes import CRASHED, TOO_SLOW
from grading.jail.protocol import Question

GRACE = 1.0  # seconds; a worker that is too slow is asked to stop, and then it is ended
FRESH = 60.0  # seconds for the first requests, before any student code has run
LEAST = 0.01  # seconds for a request, since no time at all would be no limit

Answer = np.ndarray | answers.Raised | answers.UnreadableError | BorrowedError


class StoppedError(Exception):
    """Student code did not come to its end."""

    def __init__(self, kind: str, text: str = "", lost: bool = True):
        self.kind, self.text = kind, text
        self.lost = lost  # the worker is lost too


class MissingError(Exception):
    """The notebook does not define the name."""


class Client:
    """Runs cells and gives answers until it is lost."""

    def __init__(self, asking: int, answering: int):
        self.asking, self.answering = asking, answering

    def give(self, questions: Iterable[Question]) -> None:
        """Give the notebook what the library's `numbers` returns; a lost worker says so later."""
        for question in questions:
            if question.numbers is not None:
                inputs, arrays = protocol.plain([*question.numbers.values()])
                request = {"numbers": question.name, "keys": [*question.numbers], "inputs": inputs}
                with suppress(StoppedError):
                    self._ask(request, arrays, FRESH)

    def defining(self, cells: list[str], names: list[str], seconds: float) -> dict[str, list[int]]:
        """Return by name the numbers of the cells that may give it a value; nothing runs."""
        reply, _ = self._ask({"cells": cells, "names": names}, [], seconds)
        return {name: _numbers(reply.get("defining"), name, len(cells)) for name in names}

    def run(
        self, cell: str, seconds: float, part: str | None = None
    ) -> tuple[answers.Raised | None, list[str]]:
        """Run a cell, or a part of its outline; return what it raised, and what it wanted."""
        reply, _ = self._ask({"cell": cell, "part": part}, [], seconds)
        raised = answers.Raised.saying(_text(reply["raised"])) if "raised" in reply else None
        return raised, _remarks(reply.get("remarks"))

    def answer(self, question: Question, case: dict[str, Any] | None, seconds: float) -> Answer:
        """Call the function that is asked for, or read its value if there is no case."""
        request, arrays = {"name": question.name, "answered_by": [*question.answered_by]}, []
        if case is not None:
            request["inputs"], arrays = protocol.plain(list(case.values()))
        reply, found = self._ask(request, arrays, seconds)
        if "missing" in reply:
            raise MissingError(question.name)
        if "borrowed" in reply:
            return BorrowedError(_text(reply["borrowed"]))
        if "raised" in reply:
            return answers.Raised.saying(_text(reply["raised"]))
        if "unreadable" in reply:
            return answers.UnreadableError(_text(reply["unreadable"]))
        if len(found) != 1:
            raise StoppedError(CRASHED, "sent what is no answer")
        return found[0]

    def _ask(self, request: dict, arrays: list, seconds: float) -> tuple[dict, list[np.ndarray]]:
        """Only a reply with the token of its own request counts, so none can be made before."""
        token, seconds = secrets.token_hex(8), max(seconds, LEAST)
        end = time.monotonic() + seconds + GRACE
        try:
            request |= {"token": token, "seconds": seconds}
            protocol.send(self.asking, request, arrays, end)
            reply, found = protocol.receive(self.answering, end)
        except TimeoutError:
            raise StoppedError(TOO_SLOW) from None
        except (EOFError, OSError):
            raise StoppedError(CRASHED, "ended the process") from None
        except protocol.GarbageError as error:
            raise StoppedError(CRASHED, f"sent what is no answer ({error})") from None
        if reply.get("token") != token:
            raise StoppedError(CRASHED, "sent what is no answer")
        if "slow" in reply:
            raise StoppedError(TOO_SLOW, lost=False)
        return reply, found


def _numbers(defining: Any, name: str, cells: int) -> list[int]:
    """Read the numbers of cells as they came out of the jail."""
    numbers = defining.get(name) if isinstance(defining, dict) else None
    sound = isinstance(numbers, list) and all(type(n) is int and 1 <= n <= cells for n in numbers)
    return numbers if sound else []


def _remarks(remarks: Any) -> list[str]:
    """Read no more remarks than the shell makes; a cell can reach its list and write others."""
    if not isinstance(remarks, list):
        return []
    return [_text(one)[: protocol.LONGEST_REMARK] for one in remarks[: protocol.MOST_REMARKS]]


def _text(text: Any) -> str:
    """Make what student code wrote harmless to print and to store, and short."""
    if not isinstance(text, str):
        return "what is no text"
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text[:400])
