"""The recipe *Look at the heads of your own model* as a notebook, with what it needs to run.

It is made from the page *How to*. Only this notebook needs transformers, so that its first cell
installs it, in the version that the tests ran with.
"""

import re
from pathlib import Path

import nbformat

from book_site.learners.exercise_notebooks import notebook_of_page

NOTEBOOK = "book/your-own-model.ipynb"
PAGE, HEADING = "book/how-to.md", "Look at the heads of your own model"
INSTALL = """\
# This notebook needs transformers, which the course does not: run this once.
%pip install -q {}"""
LINK_TO_PLACE = re.compile(r"\[([^]]+)\]\((?:[\w-]+\.md)?#[^)]*\)")  # of the book


def section(page: str, heading: str) -> str:
    """Return a recipe of the page, with its heading."""
    (found,) = re.findall(rf"^### {re.escape(heading)}\n.*?(?=^##)", page, re.M | re.S)
    return found


def install_cell(root: Path) -> nbformat.NotebookNode:
    requirements = (root / "requirements.txt").read_text("utf-8")
    (pin,) = re.findall(r"^transformers==.+$", requirements, re.M)
    return nbformat.v4.new_code_cell(INSTALL.format(pin), id="install-transformers")


def own_model_notebook(root: Path) -> nbformat.NotebookNode:
    """Return the notebook without its first cells; `explorer` shows what the recipe made."""
    recipe = section((root / PAGE).read_text("utf-8"), HEADING).replace("### ", "# ", 1)
    notebook = notebook_of_page(LINK_TO_PLACE.sub(r"\1", recipe))
    made = next(cell for cell in notebook.cells if "HeadExplorer(" in cell.source)
    made.source += "\nexplorer"
    return notebook
