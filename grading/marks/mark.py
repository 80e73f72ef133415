"""What grading says about one submission."""

from typing import NamedTuple

NO_ANSWER = "no answer"  # in words


class Mark(NamedTuple):
    """What the trusted checks say about one exercise."""

    passed: bool
    message: str
    misconception: str | None = None
    #: Why there is no answer, or not to every case: a kind of the jail's causes, or `NO_ANSWER`.
    cause: str | None = None
    kinds: dict[str, bool] | None = None  # by kind of case: whether all of them are right
    place: str | None = None  # where the notebook shows an answer that it does not define


def unanswered(exercise: str, kind: str, said: str) -> str:
    """Write the message of a mark where there is no answer, or not to every case."""
    return f"{exercise}: {kind}.\n{said[:1].upper()}{said[1:]}."


class Graded(NamedTuple):
    """What was found in one submission; a refused file has no marks."""

    marks: dict[str, Mark]
    notes: list[str]
    refused: str | None = None
