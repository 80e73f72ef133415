"""What learners get: chapters and exercises as notebooks, with what they need to run.

It is the zip behind the download button of a chapter, and the branch that the launch buttons open
(`launch.py`), which `tools/project/notebooks_branch.py` makes from the zip and from former names.
"""

from pathlib import Path

import nbformat
from sphinx.application import Sphinx

from book_site.building.chapter_source import keep_source
from book_site.building.repository import commit, repository_url
from book_site.building.required_matches import labelled
from book_site.learners import packing
from book_site.learners.exercise_keys import exercise_keys
from book_site.learners.exercise_notebooks import (
    exercise_notebooks,
    is_exercise_page,
)
from book_site.learners.own_model_notebook import (
    NOTEBOOK,
    PAGE,
    install_cell,
    own_model_notebook,
)

ZIP = "downloads/many-heads-notebooks.zip"
TOP = "many-heads-notebooks"
READ_ME = """Many Heads: the notebooks, and the library they import.

You need Python 3.11 or newer. In this folder:

    python3 -m venv .venv
    .venv/bin/pip install -r requirements.txt
    .venv/bin/jupyter lab book

On Windows it is .venv\\Scripts\\pip and .venv\\Scripts\\jupyter.
On Linux without a graphics card, this saves gigabytes:

    .venv/bin/pip install --extra-index-url https://download.pytorch.org/whl/cpu \\
        -r requirements.txt

Keep the folders as they are: a notebook finds the library beside it, and `check` the keys of the
exercises in book/keys.

Code: BSD-3-Clause (LICENSE). Text and figures: CC BY 4.0 (LICENSE-PROSE).
"""


def contents(root: Path) -> dict[str, bytes]:
    """Return the bytes of each file that learners get, by its path."""
    files = {"README.txt": READ_ME.encode()} | packing.installed(root) | packing.library(root)
    files |= {f"binder/{path.name}": path.read_bytes() for path in (root / "binder").glob("*.txt")}
    files |= exercise_keys(root)
    chapters = (root / "book").glob("*.ipynb")
    notebooks = {f"book/{path.name}": nbformat.read(path, as_version=4) for path in chapters}
    for notebook in notebooks.values():
        keep_source(notebook)
    notebooks |= exercise_notebooks(root)
    code = packing.first_cell(root, REPOSITORY=repository_url(root) or "")
    files |= {name: packing.with_first_cell(made, code) for name, made in notebooks.items()}
    if (root / PAGE).is_file():  # other books have none
        own_model = own_model_notebook(root)
        files[NOTEBOOK] = packing.with_first_cell(own_model, code, install_cell(root))
    return dict(sorted(files.items()))


def write_zip(app: Sphinx) -> None:
    root = Path(app.srcdir)
    packing.pack(contents(root), Path(app.outdir) / ZIP, TOP, commit(root))


def link_zip(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Let the download button of a notebook give the zip; alone, a notebook cannot import."""
    if context.get("page_source_suffix") != ".ipynb" and not is_exercise_page(pagename):
        return
    groups = (button.get("buttons", []) for button in context["header_buttons"])
    buttons = [button for group in groups for button in group]
    labelled(buttons, "download-source-button", pagename).update(
        {
            "url": context["pathto"](ZIP, resource=True),
            "text": "Notebooks (.zip)",
            "tooltip": "All notebooks, with what they need to run",
        }
    )
