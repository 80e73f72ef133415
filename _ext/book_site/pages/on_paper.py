"""Print a page as a reader on paper expects: answers open, colours kept, controls gone.

What a style sheet can do is in ``on_paper/*.css``; opening the answers, and going from dark to
light, needs ``on_paper/print.js``.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

FILES = Path(__file__).with_suffix("")


def add_folder(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(FILES))


def setup(app: Sphinx) -> dict:
    app.connect("config-inited", add_folder)
    app.add_css_file("print.css", media="print")
    app.add_css_file("widgets.css", media="print")
    app.add_js_file("print.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
