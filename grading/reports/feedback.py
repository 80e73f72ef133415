"""Write `feedback/`: nbgrader's pages for the students, in which nothing is live."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import GetGrades
from nbgrader.utils import capture_log

from grading.course import Course, CourseError
from grading.marks import standing

# A browser then runs no script and fetches nothing, whatever the notebook holds.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
)
HEAD = "<head>\n"


class InertHTML(HTMLExporter):
    """nbgrader's page, with a policy before all else that a browser reads in it."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **kwargs: Any) -> tuple[str, Any]:
        html, resources = super().from_notebook_node(nb, resources, **kwargs)
        if HEAD not in html:
            raise ValueError("nbgrader's page has no <head> on a line; put the policy elsewhere")
        return html.replace(HEAD, HEAD + POLICY, 1), resources


def feedback(course: Course, name: str) -> list[Path]:
    """Write the feedback for every student anew and return its pages.

    Raises
    ------
    CourseError
        If the marks are not final, or nbgrader fails.
    """
    final = standing.final(course, name)
    config = course.config()
    config.GenerateFeedback.preprocessors = [GetGrades, SanitizeHTML, CSSHTMLHeaderPreprocessor]
    config.GenerateFeedback.exporter_class = InertHTML
    config.SanitizeHTML.enabled = True
    directory = CourseDirectory(config=config)
    directory.assignment_id = name
    app = GenerateFeedback(coursedir=directory, config=config, force=True)
    outcome = capture_log(app)
    if not outcome["success"]:
        raise CourseError(f"nbgrader wrote no feedback:\n{outcome.get('log', '').strip()}")
    folder = course.root / "feedback"
    return [folder / row.student.id / name / f"{name}.html" for row in final.rows]
