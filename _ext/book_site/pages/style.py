"""The style sheets and scripts that every page has besides the theme's.

`look/` is how the site looks, one sheet by subject; what a pass makes has its style beside it, and
pages load all of them as one. `faces.css`, which decks load too, has the names for colours and the
fonts. These are part of the sheet: Firefox loads no font from a file of its own for a page that is
opened from a file. `wait_for_fonts.js` shows the page once they are there, so that no line moves.
With `print/` a page prints as a reader on paper expects: answers open, colours kept, controls gone.
Opening the answers, and going from dark to light, needs `print.js`. `path.js` keeps the path that
one follows, `wide_boxes.js` lets a keyboard scroll what is wide, `side_bar.js` keeps the place of
the side bar, `open_fold.js` opens the table of a row, and for who comes back the answers that were
open.
"""

import base64
import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

HERE = Path(__file__).parent
LOOK = HERE / "look"
TEXT = HERE.parent / "text"
SHEETS = [
    *(LOOK / f"{name}.css" for name in ("theme", "page", "text", "code", "margin", "target")),
    *sorted(TEXT.glob("*.css")),
    HERE / "home_page.css",
    HERE / "site.css",
]
TOKENS = (LOOK / "tokens.css").read_text("utf-8")
LICENCE = LOOK / "fonts" / "OFL-LICENSE.txt"
FONTS = {
    "serif": ("MH Serif", "400 650", "normal"),
    "serif-italic": ("MH Serif", "400", "italic"),
    "display": ("MH Display", "400", "normal"),
    "sans": ("MH Sans", "400 650", "normal"),
}
FONT_FACE = """@font-face {{
  font-family: "{family}";
  font-weight: {weight};
  font-style: {style};
  src: url(data:font/woff2;base64,{data}) format("woff2");
}}
"""
PRINT = HERE / "print"
COMMENT = re.compile(r"/\*.*?\*/\n?", re.S)  # a sixth of what a page loads of them
SCRIPTS = [
    HERE / f"{name}.js"
    for name in ("wait_for_fonts", "path", "wide_boxes", "side_bar", "open_fold")
]


def add_files(app: Sphinx, config: Config) -> None:
    config.html_static_path += map(str, [PRINT, LICENCE, *SCRIPTS])


def load_files(app: Sphinx) -> None:
    """Let every page load them."""
    app.add_css_file("faces.css", priority=900)
    app.add_css_file("look.css", priority=900)  # after the theme's, which it changes
    app.add_css_file("print.css", media="print")
    app.add_css_file("print_widgets.css", media="print")
    app.add_js_file("print.js", loading_method="defer")
    for script in SCRIPTS:
        app.add_js_file(script.name)


def write_style_sheets(app: Sphinx) -> None:
    static = Path(app.outdir) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    faces = [*map(font_face, FONTS), TOKENS]
    look = [sheet.read_text("utf-8") for sheet in SHEETS]
    for name, parts in (("faces.css", faces), ("look.css", look)):
        (static / name).write_text(COMMENT.sub("", "".join(parts)), "utf-8")


def font_face(name: str) -> str:
    family, weight, style = FONTS[name]
    data = base64.b64encode((LOOK / "fonts" / f"{name}.woff2").read_bytes()).decode()
    return FONT_FACE.format(family=family, weight=weight, style=style, data=data)
