"""What nbgrader's formgrader makes of Markdown: formulas drawn, as `nbgrader_config.py` sets it.

The formgrader would ask another host for MathJax; `formgrade/` takes that out of its page.
"""

from typing import Any

from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import MarkdownWithMath

from grading.reports.rendering import Formulas


@pass_context
def markdown(context: Any, text: str) -> str:
    """Draw the text of a cell, after what could act in it was taken out."""
    pictures = context["cell"].get("attachments", {})
    renderer = Formulas(escape=False, attachments=pictures, exclude_anchor_links=True)
    return MarkdownWithMath(renderer=renderer).render(text)
