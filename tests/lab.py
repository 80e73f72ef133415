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
from playwright.sync_api import TimeoutError as NotInTime

BOOK = Path(__file__).parents[1] / "book"


@pytest.fixture(scope="module")
def open_in_lab(browser, tmp_path_factory) -> Callable[[Path], Any]:
    """Open a notebook in a real JupyterLab on loopback: ``page = open_in_lab(path)``."""
    folder = tmp_path_factory.mktemp("lab")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "PYTHONPATH": str(BOOK),
        **{f"JUPYTER_{n}_DIR": str(folder / n) for n in ("CONFIG", "DATA", "RUNTIME")},
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
    }
    (folder / "work").mkdir()
    options = [f"--ServerApp.root_dir={folder / 'work'}", f"--ServerApp.port={port}"]
    options += ["--ServerApp.port_retries=0", "--IdentityProvider.token=secret", "--no-browser"]
    options += ["--allow-root", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    options += ["--LabApp.news_url=", "--LabApp.extension_manager=readonly"]
    context = browser.new_context(viewport={"width": 1280, "height": 1400})
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    with (folder / "lab.log").open("w") as log:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

        def open_page(notebook: Path):
            shutil.copy(notebook, folder / "work")
            _wait_for(f"http://127.0.0.1:{port}/api?token=secret")
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.goto(f"http://127.0.0.1:{port}/lab/tree/{notebook.name}?reset&token=secret")
            page.locator(".jp-Notebook .jp-Cell").first.wait_for()
            return page

        try:
            yield open_page
        finally:
            context.close()
            server.terminate()
            try:
                server.wait(timeout=15)
            except subprocess.TimeoutExpired:  # it waits for a kernel that is still starting
                server.kill()


@pytest.fixture(scope="module")
def run_in_lab(open_in_lab, tmp_path_factory) -> Callable[[list[str]], Any]:
    """Run cells in JupyterLab: ``page, run = run_in_lab(sources)``.

    ``run(cell, text)`` runs a cell again, until its output says ``text``: a widget hands one
    change at a time to the kernel, so on a busy machine a cell may run before the last change.
    """
    path = tmp_path_factory.mktemp("notebook") / "nb.ipynb"

    def run_all(sources: list[str]):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec})
        nbformat.write(notebook, path)
        page = open_in_lab(path)
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        cells.nth(len(sources) - 1).wait_for()
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()  # before, Run All does nothing
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

        def run(cell: int, text: str) -> None:
            outputs = cells.nth(cell).locator(".jp-OutputArea-output")
            for _ in range(12):
                cells.nth(cell).locator(".cm-content").click()
                page.keyboard.press("Control+Enter")
                try:
                    return outputs.filter(has_text=text).wait_for(timeout=5000)
                except NotInTime:
                    continue
            raise AssertionError(f"{text!r} is not the output: {outputs.all_inner_texts()}")

        return page, run

    return run_all


def _wait_for(url: str) -> None:
    """Come back once a server answers; refused connections are tried again for up to a minute."""
    patient = urllib3.Retry(120, backoff_factor=0.1, backoff_max=0.5)
    urllib3.request("GET", url, retries=patient, timeout=2)
