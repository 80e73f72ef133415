"""Figures answer when they are touched: the script and the style that pages with figures load.

What a figure drew stands beside it as data (`multihead/show/drawing.py`). `figure_marks/` has a
module for each kind of mark, and the pointer and the keys once for all. Without a script a figure
is the picture that it was.
"""

import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx

PARTS = Path(__file__).with_name("figure_marks")
SCRIPT, STYLE = "figure_marks.js", "figure_marks.css"
FOR_READERS = re.compile(r"^ +| // .*$|(?<=[{;,(])\n", re.MULTILINE)  # 6 % of what is sent
DRAWN = "data-drawn='"


def script() -> str:
    """Return the modules as one script, which pages load that were opened as files too."""
    from multihead.widgets.base.bundle import bundle  # loads PyTorch

    text = re.sub("^export ", "", bundle(PARTS / "page.js"), flags=re.MULTILINE)
    return f"{{\n{FOR_READERS.sub('', text)}}}\n"


def write_files(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / SCRIPT).write_text(script(), "utf-8")
    shutil.copy(PARTS / "style.css", static / STYLE)


def add_files(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if DRAWN in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)
