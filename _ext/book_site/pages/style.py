"""The style sheets and scripts that every page has besides the theme's.

`site.css` is the site's own. With `on_paper/` a page prints as a reader on paper expects: answers
open, colours kept, controls gone. Opening the answers, and going from dark to light, needs
`print.js`; the rest is in the style sheets. `path.js` shows the signs of the path that one follows.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

SITE = Path(__file__).with_name("site.css")
PAPER = Path(__file__).with_name("on_paper")
PATH = Path(__file__).with_name("path.js")


def add_files(app: Sphinx, config: Config) -> None:
    config.html_static_path += [str(SITE), str(PAPER), str(PATH)]


def load(app: Sphinx) -> None:
    """Let every page load them."""
    app.add_css_file(SITE.name, priority=900)  # after the theme's, which it changes
    app.add_css_file("print.css", media="print")
    app.add_css_file("widgets.css", media="print")
    app.add_js_file("print.js")
    app.add_js_file(PATH.name)
