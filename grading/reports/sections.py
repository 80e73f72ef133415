"""Which section of the book explains a mistake."""

from pathlib import Path
from typing import Any

from book_site.learners.task_links import chapters_address
from multihead.exercises import book_sections
from multihead.exercises.book_sections import Section

from grading import catalogue
from grading.course import Course

ROOT = Path(__file__).parents[2]


def explaining(course: Course, exercise: str, mistake: str | None) -> Section | None:
    """Return the section that explains a mistake, or without one the exercise itself."""
    folder = catalogue.folders(course).get(exercise)
    return book_sections.of_exercise(folder).get(mistake) if folder else None


def told(section: Section, mistake: str | None) -> dict[str, Any]:
    """Return what a page says of a section: the sentence, its parts, and where the section is."""
    return {
        "sentence": section.sentence(mistake),
        "opening": section.opening(mistake),
        "title": section.title,
        "address": section.address(chapters_address(ROOT)),
    }
