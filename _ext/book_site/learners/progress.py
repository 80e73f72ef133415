"""What a reader has done is kept on the device: the scripts that keep it, on every page.

`progress.js` alone touches the storage; the others ask it. They are plain scripts that share names,
since browsers refuse modules to a page that is opened as a file.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

SCRIPTS_FOLDER = Path(__file__).with_name("progress")
SCRIPTS = (
    "progress.js",
    "guesses.js",
    "chapter_marks.js",
    "exercise_marks.js",
    "saved_file.js",
    "controls.js",
)


def add_files(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(SCRIPTS_FOLDER))


def load_files(app: Sphinx) -> None:
    """Let every page load them, in their order, once it stands."""
    app.add_css_file("progress.css", priority=900)
    for script in SCRIPTS:
        app.add_js_file(script, loading_method="defer")
