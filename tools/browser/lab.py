"""A real JupyterLab on loopback, and notebooks in it."""

import os
import re
import socket
import subprocess
from pathlib import Path
from typing import Any

import urllib3


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
    # Here, so that tests without a browser do not wait for Playwright.
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


def _wait_for(url: str) -> None:
    """Come back once a server answers; refused connections are tried again for up to a minute."""
    patient = urllib3.Retry(120, backoff_factor=0.1, backoff_max=0.5)
    urllib3.request("GET", url, retries=patient, timeout=2)
