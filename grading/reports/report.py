"""Write the class report: how the scores are spread, and who misunderstood what, as one page."""

from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
import matplotlib.style
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from multihead.show import show
from multihead.show.drawing import STYLE
from multihead.show.palette import BLUE
from multihead.show.svg import Picture

from grading import catalogue
from grading.course import Course, whole
from grading.jail.causes import KINDS
from grading.marks import freshness
from grading.marks.freshness import Final
from grading.marks.mark import NO_ANSWER, Graded, Mark
from grading.reports import common_mistakes, lateness, lms_export, roster, sections

RIGHT, UNKNOWN = "right", "none of the usual mistakes"
BY_HAND, REFUSED = "graded by a person", "the file was refused"
BARS = 20  # at most, in the picture of the scores


class Line(NamedTuple):
    """What a share of the students answered to one exercise."""

    answer: str
    students: list[str]
    share: float
    right: bool
    leads_to: dict[str, Any] | None = None  # of a mistake: the section that explains it


class Section(NamedTuple):
    """One exercise: the right answer first, then what is most frequent."""

    name: str
    title: str
    points: float
    lines: list[Line]
    mean: float  # of the points


def report(course: Course, name: str, gradebook: Path | None = None) -> Path:
    """Write `exports/NAME-report.html`; with the LMS's gradebook it lists who handed in nothing.

    Answers that still wait for a human are counted in its head: then it is not final.

    Raises
    ------
    CourseError
        If a submission is not graded as it is now.
    """
    final = freshness.final(course, name, by_hand=False)
    found = roster.read(gradebook) if gradebook else None
    final = lateness.noted(course, name, final, found) if found else final
    loader = jinja2.FileSystemLoader(Path(__file__).parent)
    pages = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    scores = np.array([row.score for row in final.rows])
    most = sum(final.points.values())
    page = pages.get_template("report.html.j2").render(
        name=name,
        scores=scores,
        most=most,
        waiting=sum(row.waiting for row in final.rows),
        picture=distribution(scores, most).markup,
        shared=common_mistakes.most_shared(course, final),
        sections=[section(course, final, exercise) for exercise in final.points],
        odd=odd(final.graded),
        late=final.late,
        matched=lms_export.match(final, found) if found else None,
    )
    path = course.root / "exports" / f"{name}-report.html"
    with whole(path) as part:
        part.write_text(page, encoding="utf-8")
    return path


def distribution(scores: np.ndarray, most: float) -> Picture:
    """Draw how many students have which score."""
    with matplotlib.style.context(STYLE):
        figure = Figure(figsize=(4.4, 2.6), layout="constrained")
        axes = figure.subplots()
        width = max(1, most / BARS)
        edges = np.arange(-width / 2, most + width, width)  # each bar stands over its score
        axes.hist(scores, bins=edges, rwidth=0.9, color=BLUE)
        axes.set(xlabel=f"score, of {most:g}", ylabel="students")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    low, middle, high = np.percentile(scores, [25, 50, 75])
    alt = (
        f"Scores of {len(scores)} students, from {scores.min():g} to {scores.max():g} of {most:g}; "
        f"half of them have {low:g} to {high:g}, and the median is {middle:g}."
    )
    return show(figure, alt)


def section(course: Course, final: Final, exercise: str) -> Section:
    """Count the answers to one exercise, or to a cell that a human grades."""
    points = final.points[exercise]
    mean = float(np.mean([row.scores[exercise] for row in final.rows]))
    who = defaultdict(list)
    for student, graded in sorted(final.graded.items()):
        who[said(graded, exercise)].append(student)
    order = sorted(who, key=lambda answer: (_rank(answer), -len(who[answer]), answer))
    total = len(final.graded)
    lines = [
        Line(a, who[a], len(who[a]) / total, a in (RIGHT, BY_HAND), leading(course, exercise, a))
        for a in order
    ]
    return Section(exercise, catalogue.title(course, exercise), points, lines, mean)


def leading(course: Course, exercise: str, answer: str) -> dict[str, Any] | None:
    """Return what is said of the section that explains an answer, if it is a usual mistake."""
    explaining = sections.explaining(course, exercise, answer)
    return sections.told(explaining, answer) if explaining else None


def said(graded: Graded, exercise: str) -> str:
    """Name the kind of an answer."""
    if graded.refused:
        return REFUSED
    mark: Mark | None = graded.marks.get(exercise)
    if mark is None:
        return BY_HAND
    if mark.passed:
        return RIGHT
    return mark.cause or mark.misconception or UNKNOWN


def _rank(answer: str) -> int:
    """Put what is right first, then the mistakes with a name, then what is no answer."""
    ranks = {RIGHT: 0, BY_HAND: 0, UNKNOWN: 2, **dict.fromkeys((*KINDS, NO_ANSWER), 3), REFUSED: 4}
    return ranks.get(answer, 1)


def odd(graded: dict[str, Graded]) -> list[tuple[str, list[str]]]:
    """List by student what is odd about the file, and answers in it that nothing defines."""
    found: dict[str, list[str]] = {}
    for student, one in sorted(graded.items()):
        placed = {exercise: mark.place for exercise, mark in one.marks.items() if mark.place}
        lost = [f"{exercise} is not defined: {place}" for exercise, place in placed.items()]
        found[student] = [f"refused: it {one.refused}"] if one.refused else lost + one.notes
    return [(student, notes) for student, notes in found.items() if notes]
