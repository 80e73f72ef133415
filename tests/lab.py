"""A real JupyterLab, and notebooks in it: fixtures for all tests."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
import urllib3

BOOK = Path(__file__).parents[1] / "book"


class Lab:
    """A JupyterLab on loopback, of any Python, that reaches nothing else.

    It shows the notebooks in ``folder / "work"``; ``stop`` ends it.
    """

    def __init__(self, python: str | Path, folder: Path, **environment: str):
        self.work = folder / "work"
        self.work.mkdir(exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        own = {f"JUPYTER_{n}_DIR": str(folder / n) for n in ("CONFIG", "DATA", "RUNTIME")}
        own["JUPYTERLAB_SETTINGS_DIR"] = str(folder / "settings")
        own["JUPYTERLAB_WORKSPACES_DIR"] = str(folder / "workspaces")
        options = [f"--ServerApp.root_dir={self.work}", f"--ServerApp.port={self.port}"]
        options += ["--ServerApp.port_retries=0", "--IdentityProvider.token=secret"]
        options += ["--no-browser", "--allow-root", "--LabApp.news_url="]
        options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
        options += ["--LabApp.extension_manager=readonly"]
        with (folder / "lab.log").open("w") as log:
            self.server = subprocess.Popen(
                [python, "-m", "jupyterlab", *options],
                env=os.environ | own | environment,
                stdout=log,
                stderr=log,
            )

    def open(self, context: Any, notebook: str) -> Any:
        """Open a notebook of the folder, by its path in it, as a page."""
        _wait_for(f"http://127.0.0.1:{self.port}/api?token=secret")
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"http://127.0.0.1:{self.port}/lab/tree/{notebook}?reset&token=secret")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        return page

    def stop(self) -> None:
        self.server.terminate()
        try:
            self.server.wait(timeout=15)
        except subprocess.TimeoutExpired:  # it waits for a kernel that is still starting
            self.server.kill()


def lab_context(browser: Any) -> Any:
    """Pages of a size at which a notebook is readable, which reach no host but this one."""
    context = browser.new_context(viewport={"width": 1280, "height": 1400})
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    return context


def run_all(page: Any) -> None:
    """Run a notebook's cells; come back when they are on their way."""
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()  # before, Run All does nothing
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()


def run_until(cell: Any, text: str) -> None:
    """Run a cell again, until its output says ``text``.

    A widget hands one change at a time to the kernel, so on a busy machine a cell may run before
    the last change.
    """
    from playwright.sync_api import TimeoutError as NotInTime

    outputs = cell.locator(".jp-OutputArea-output")
    for _ in range(12):
        cell.locator(".cm-content").click()
        cell.page.keyboard.press("Control+Enter")
        try:
            return outputs.filter(has_text=text).wait_for(timeout=5000)
        except NotInTime:
            continue
    raise AssertionError(f"{text!r} is not the output: {outputs.all_inner_texts()}")


@pytest.fixture(scope="module")
def open_in_lab(browser, tmp_path_factory) -> Callable[[Path], Any]:
    """Open a notebook in a real JupyterLab on loopback: ``page = open_in_lab(path)``."""
    lab = Lab(sys.executable, tmp_path_factory.mktemp("lab"), PYTHONPATH=str(BOOK))
    context = lab_context(browser)

    def open_page(notebook: Path):
        shutil.copy(notebook, lab.work)
        return lab.open(context, notebook.name)

    yield open_page
    context.close()
    lab.stop()


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


def _wait_for(url: str) -> None:
    """Come back once a server answers; refused connections are tried again for up to a minute."""
    patient = urllib3.Retry(120, backoff_factor=0.1, backoff_max=0.5)
    urllib3.request("GET", url, retries=patient, timeout=2)
