"""Notebooks in a real JupyterLab: fixtures for all tests."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tools.browser.lab import Lab, lab_context, run_all, run_until

BOOK = Path(__file__).parents[1] / "book"


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory) -> Iterator[Lab]:
    """A real JupyterLab on loopback."""
    lab = Lab(sys.executable, tmp_path_factory.mktemp("lab"), PYTHONPATH=str(BOOK))
    yield lab
    lab.stop()


@pytest.fixture(scope="module")
def open_in_lab(browser, jupyterlab) -> Iterator[Callable[[Path], Any]]:
    """Open a notebook there: ``page = open_in_lab(path)``."""
    context = lab_context(browser)

    def open_page(notebook: Path):
        shutil.copy(notebook, jupyterlab.work)
        return jupyterlab.open(context, notebook.name)

    yield open_page
    context.close()


@pytest.fixture(scope="module")
def run_in_lab(open_in_lab, tmp_path_factory) -> Callable[[list[str]], Any]:
    """Run cells in JupyterLab: ``page, run = run_in_lab(sources)``.

    ``run(cell, text)`` runs a cell again, until its output says ``text``.
    """
    path = tmp_path_factory.mktemp("notebook") / "nb.ipynb"

    def run_cells(sources: list[str]):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec})
        nbformat.write(notebook, path)
        page = open_in_lab(path)
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        cells.nth(len(sources) - 1).wait_for()
        run_all(page)
        return page, lambda cell, text: run_until(cells.nth(cell), text)

    return run_cells
