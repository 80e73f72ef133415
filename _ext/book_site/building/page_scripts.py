"""What pages take from npm, as `tools/install/page_scripts.js` left it: search, slides, editor.

Where npm could not be reached there is none. Then the pages that need it say so.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from book_site.building import digest


def folder(app: Sphinx) -> Path:
    return Path(app.srcdir, ".page-scripts")


def configure(app: Sphinx, config: Config) -> None:
    """Note which scripts there are: others, or none, change the pages."""
    scripts = [path for path in folder(app).rglob("*") if path.is_file()]
    config.page_scripts = digest.of_files(folder(app), scripts) if scripts else ""
