"""Write `feedback/`: a page for every student, in which nothing is live."""

import base64
import re
from functools import cache
from pathlib import Path
from typing import Any

from book_site.text import mathml
from multihead.exercises.book_sections import Section
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbformat import NotebookNode
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import GetGrades
from nbgrader.utils import capture_log
from pygments.formatters import HtmlFormatter
from traitlets.config import Config

from grading import catalogue
from grading.course import Course, CourseError
from grading.marks import freshness, points
from grading.marks.freshness import Final
from grading.marks.mark import Graded, Mark
from grading.reports import rendering, sections

HERE = Path(__file__).parent
NUMBERED = re.compile(r"\bcell \d")
FONT = '@font-face {{ font-family: "TeX Gyre Termes Math"; src: url(data:font/woff2;base64,{}) }}\n'
DARK = "@media (prefers-color-scheme: dark) {{\n{}\n}}\n"


class Page(HTMLExporter):
    """A notebook with our verdicts, as one page that fetches nothing and runs no script."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.template_name = "classic"
        self.raw_template = (HERE / "feedback.html.j2").read_text("utf-8")

    def default_filters(self) -> Any:
        yield from super().default_filters()
        yield "ours", lambda text: rendering.markdown(text, ours=True)
        yield "theirs", lambda text: rendering.markdown(text, ours=False)


def feedback(course: Course, name: str) -> list[Path]:
    """Write the feedback for every student anew and return its pages.

    Raises
    ------
    CourseError
        If the marks are not final, or nbgrader fails.
    """
    final = freshness.final(course, name)
    config = course.config()
    config.HTMLExporter = Config(sanitize_html=True)  # not what it sets for the formgrader
    config.GenerateFeedback.preprocessors = [SanitizeHTML, verdicts(course, final)]
    config.GenerateFeedback.exporter_class = Page
    config.SanitizeHTML.enabled = True
    directory = CourseDirectory(config=config)
    directory.assignment_id = name
    app = GenerateFeedback(coursedir=directory, config=config, force=True)
    outcome = capture_log(app)
    if not outcome["success"]:
        raise CourseError(f"nbgrader wrote no feedback:\n{outcome.get('log', '').strip()}")
    folder = course.root / "feedback"
    return [folder / row.student.id / name / f"{name}.html" for row in final.rows]


def verdicts(course: Course, final: Final) -> type[GetGrades]:
    """Make the step that puts verdicts into a notebook, beside the points in the gradebook."""

    class Verdicts(GetGrades):
        def preprocess(self, nb: NotebookNode, resources: Any) -> Any:
            nb, resources = super().preprocess(nb, resources)
            graded = final.graded[resources["nbgrader"]["student"]]
            for cell in nb.cells:
                if cell.metadata.get("nbgrader", {}).get("grade"):
                    cell.metadata.many_heads = said(course, cell, graded)
            drawn_formulas = any("$" in cell.source for cell in nb.cells)
            resources["many_heads"] = {
                "refused": graded.refused,
                "style": style(drawn_formulas),
                "notes": graded.notes,
                "numbered": _number_cells(nb, graded.notes),
            }
            return nb, resources

        def _get_comment(self, cell: NotebookNode, resources: Any) -> None:
            """Leave out our own comments, which formgrader shows: the verdicts say the same."""
            place = (self.notebook_id, self.assignment_id, self.student_id)
            comment = self.gradebook.find_comment(cell.metadata.nbgrader.grade_id, *place)
            cell.metadata.nbgrader["comment"] = comment.manual_comment

    return Verdicts


def said(course: Course, cell: NotebookNode, graded: Graded) -> dict[str, Any]:
    """Return what the page says of an exercise, whose points are in its cell."""
    marks = cell.metadata.nbgrader
    name = marks.grade_id
    one = {"name": name, "title": catalogue.title(course, name)}
    one |= {"score": marks.score, "points": marks.points}
    mark = graded.marks.get(name)
    if mark is None:
        return one
    section = sections.explaining(course, name, mark.misconception)
    return one | {"passed": mark.passed} | _words(mark, name, section)


def _number_cells(nb: NotebookNode, notes: list[str]) -> bool:
    """Say whether the notes, or what the page says of an exercise, have the number of a cell."""
    bodies = [cell.metadata.get("many_heads", {}).get("body", "") for cell in nb.cells]
    return bool(NUMBERED.search("\n".join([*bodies, *notes])))


def _words(mark: Mark, name: str, section: Section | None) -> dict[str, Any]:
    """Take a message apart: its first line, the section that it leads to, all else, and in short.

    The section is a link here, in place of its words and its address.
    """
    kinds = points.said(mark.kinds or {})
    first, *rest = [line for line in mark.message.splitlines() if line not in kinds]
    told = sections.told(section, mark.misconception) if section else {}
    leads_on = told.get("sentence") in rest
    body = kinds + [line for line in rest if not leads_on or line not in told.values()]
    head = first.removeprefix(f"{name}: ")
    short = mark.misconception or head.partition(". ")[0].rstrip(".")
    words = {"head": head[:1].upper() + head[1:], "body": "\n".join(body), "short": short}
    return words | ({"section": told} if leads_on else {})


@cache
def style(formulas: bool) -> str:
    """Return the page's style; the font of formulas only where there are some."""
    code = {
        theme: HtmlFormatter(style=f"a11y-high-contrast-{theme}").get_style_defs(".highlight")
        for theme in ("light", "dark")
    }
    own = (HERE / "feedback.css").read_text("utf-8")
    font = base64.b64encode(mathml.FONT.read_bytes()).decode() if formulas else ""
    return (FONT.format(font) if font else "") + code["light"] + own + DARK.format(code["dark"])
