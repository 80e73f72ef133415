"""What grading says about one submission."""

from typing import NamedTuple


class Mark(NamedTuple):
    """What the trusted checks say about one exercise."""

    passed: bool
    message: str
    misconception: str | None = None
    answered: bool = True


class Graded(NamedTuple):
    """What was found in one submission; a refused file has no marks."""

    marks: dict[str, Mark]
    notes: list[str]
    refused: str | None = None
