"""`heads.py`, the findings of the course in one file: the first of the site's downloads."""

import shutil
from pathlib import Path

from sphinx.application import Sphinx

SOURCE = "book/heads.py"
FILE = "downloads/heads.py"


def write_file(app: Sphinx) -> None:
    source, target = Path(app.srcdir) / SOURCE, Path(app.outdir) / FILE
    if source.exists():  # other books have none
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(source, target)
