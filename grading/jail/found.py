"""The best that is known of each answer of a submission, and why more is not."""

from collections.abc import Callable
from typing import Any, NamedTuple

from multihead.exercises import answers

from grading.jail.causes import TOO_SLOW, Cause
from grading.jail.child import Answer
from grading.jail.protocol import Question
from grading.jail.run import Attempt

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


class Found:
    """By question the best attempt so far, and its share."""

    def __init__(self, questions: dict[str, Question], share: Share):
        self.questions, self.share = questions, share
        self.best: dict[str, tuple[float, Attempt]] = {}

    def take(self, name: str, attempt: Attempt) -> bool:
        """Keep the better of two attempts, then the one with more answers, then the later one.

        Returns whether all of this one is right.
        """
        share = self.share(name, self._filled(name, attempt))
        best, before = self.best.get(name, (-1.0, Attempt([])))
        better = (share, len(attempt.given)) > (best, len(before.given))
        if better or (attempt.given and (share, len(attempt.given)) == (best, len(before.given))):
            self.best[name] = share, attempt
        return share == 1

    def failed(self, name: str) -> bool:
        """Say whether an answer is missing or raised an error, and is not only wrong."""
        _, attempt = self.best[name]
        return bool(attempt.cause) or answers.Raised in map(type, attempt.given)

    def result(self, allowed: float, notes: list[str]) -> Result:
        """Return what is known; an answer that is missing says so."""
        late = Cause(TOO_SLOW, f"the {allowed:g} s for the notebook were over before")
        none = 0.0, Attempt([], late)
        attempts = {name: self.best.get(name, none)[1] for name in self.questions}
        given = {name: self._filled(name, attempt) for name, attempt in attempts.items()}
        causes = {name: attempt.cause for name, attempt in attempts.items() if attempt.cause}
        return Result(given, causes, notes)

    def _filled(self, name: str, attempt: Attempt) -> list[Any]:
        """Return an answer for every case; where none was given, it is the reason."""
        cases = self.questions[name].cases
        missing = (1 if cases is None else len(cases)) - len(attempt.given)
        said = attempt.cause.said if attempt.cause else ""
        return [*attempt.given, *[answers.UnreadableError(f"There is no answer: {said}")] * missing]
