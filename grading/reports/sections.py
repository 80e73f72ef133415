"""Which section of the book explains a mistake."""

from functools import cache
from typing import Any

from multihead.exercises import folders as exercises

from tools.authors import exercise_source
from tools.authors.book_sections import Section, labelled
from tools.authors.exercise_source import EXPLAINED


def explaining(exercise: str, mistake: str | None = None) -> Section | None:
    """Return the section that explains a mistake, or else the exercise itself."""
    said = fields(exercise)
    return labelled().get(said.get(EXPLAINED, {}).get(mistake, said.get("section")))


@cache
def fields(exercise: str) -> dict[str, Any]:
    """Read what an exercise of the book says of itself."""
    found = exercises.FOLDER.glob(f"*/{exercise}/exercise.md")
    return next((exercise_source.read(path).fields for path in found), {})
