"""Figures answer when they are touched: the script and the style that pages with figures load.

What a figure drew stands beside it as data (`multihead/show/drawing.py`). `figure_marks/` has a
module for each kind of mark, and the pointer and the keys once for all. Without a script a figure
is the picture that it was.
"""

import re
from pathlib import Path

from rjsmin import jsmin
from sphinx.application import Sphinx

PARTS = Path(__file__).with_name("figure_marks")
SCRIPT, STYLE = "figure_marks.js", "figure_marks.css"
DRAWN = "data-drawn='"


def script() -> str:
    """Return the modules as one script, which pages load that were opened as files too.

    What is no code is left out, which spoils a template within a template.
    """
    from multihead.widgets.base.bundle import bundle  # loads PyTorch

    text = re.sub("^export ", "", bundle(PARTS / "page.js"), flags=re.MULTILINE)
    return jsmin(f"{{\n{text}}}\n")


def style() -> str:
    """Return the style without what is for its readers."""
    text = (PARTS / "style.css").read_text("utf-8")
    return re.sub(r"/\*.*?\*/|\n *", "", text)


def write_files(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / SCRIPT).write_text(script(), "utf-8")
    (static / STYLE).write_text(style(), "utf-8")


def add_files(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if DRAWN in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)
