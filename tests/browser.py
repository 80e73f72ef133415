"""A browser, and pages in it that come from a file: fixtures for all tests.

Playwright is imported where it is used, since every test reads this file.
"""

import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest

GROUNDS = """body { background: #ffffff; color: #222222 }
[data-theme="dark"] body { background: #14181e; color: #ced6dd }"""


def wait_for_widgets(page: Any) -> None:
    """Wait until every widget has drawn itself, without the eval of `wait_for_function`."""
    from playwright.sync_api import expect

    expect(page.locator("[data-mh-widget]:not([data-ready])")).to_have_count(0)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium that reaches no host but this one."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    offline = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=offline)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, site) -> Callable[..., Any]:
    """Open a page of the built book, with no network: ``page = open_page("03-money-bank")``."""
    contexts = []

    def open_url(name: str, **options):
        contexts.append(browser.new_context(offline=True, **options))
        page = contexts[-1].new_page()
        page.goto((site / "book" / f"{name}.html").as_uri())
        if options.get("java_script_enabled", True):
            wait_for_widgets(page)
        return page

    yield open_url
    for context in contexts:
        context.close()


@pytest.fixture
def static_page(browser, tmp_path) -> Callable[..., Any]:
    """Open pieces of HTML as a page from a file, with no network: ``page = static_page(html)``.

    The test fails at its end if the page asked for anything or wrote an error to the console.
    """
    contexts, problems = [], []

    def open_page(*pieces: str, hash: str = "", theme: str = "light", width: int = 1280, **options):
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(
            f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>A page</title>'
            f"<style>{GROUNDS}</style>"
            f"<main><h1>A page</h1>{''.join(pieces)}</main>",
            encoding="utf-8",
        )
        size = {"width": width, "height": 900}
        context = browser.new_context(offline=True, viewport=size, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda m: m.type == "error" and problems.append(m.text))
        own_urls = ("blob:null/", file.as_uri())
        page.on("request", lambda r: r.url.startswith(own_urls) or problems.append(r.url))
        page.set_default_timeout(30_000)
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
