"""How a page shows what came of an answer: by hand and in code alike.

`verdict_view/verdict_view.js` is a part of the scripts of both kinds of exercise; its style is a
sheet of its own.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx

PARTS = Path(__file__).with_name("verdict_view")
MODULE = PARTS / "verdict_view.js"
STYLE = "verdict_view.css"


def write_style(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    shutil.copy(PARTS / "style.css", static / STYLE)


def add_style(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    body = context.get("body", "")
    if 'class="mh-by-hand"' in body or 'class="mh-code"' in body:
        app.add_css_file(STYLE)
