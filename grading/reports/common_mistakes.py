"""What to teach next: the mistakes that most students share, and where the book explains them."""

from collections import defaultdict
from typing import Any, NamedTuple

from grading import catalogue
from grading.course import Course
from grading.marks.freshness import Final
from grading.reports import sections

MOST = 3


class Shared(NamedTuple):
    """A mistake, who made it, and in which exercises."""

    mistake: str
    students: list[str]
    exercises: list[str]  # their titles
    explained: list[dict[str, Any]]  # what is said of each section, and where it is


def most_shared(course: Course, final: Final) -> list[Shared]:
    """Return the mistakes that most students made, the most frequent first."""
    who, where = defaultdict(set), defaultdict(set)
    for student, graded in final.graded.items():
        for exercise, mark in graded.marks.items():
            if mark.misconception and not mark.passed:
                who[mark.misconception].add(student)
                where[mark.misconception].add(exercise)
    order = sorted(who, key=lambda mistake: (-len(who[mistake]), mistake))
    return [_shared(course, m, sorted(who[m]), where[m], final) for m in order[:MOST]]


def _shared(
    course: Course, mistake: str, students: list[str], exercises: set[str], final: Final
) -> Shared:
    own = [exercise for exercise in final.points if exercise in exercises]
    titles = [catalogue.title(course, exercise) for exercise in own]
    explained = dict.fromkeys(sections.explaining(course, exercise, mistake) for exercise in own)
    told = [sections.told(section, mistake) for section in explained if section]
    return Shared(mistake, students, titles, told)
