"""Pages of exercises with Python in them, as a reader uses them: fixtures for the tests of these.

Playwright is imported where it is used, since every test reads this file.
"""

import gzip

import pytest
from page_server import serving

PAGE = "book/exercises/04-all-heads-at-once.html"
START = 90_000  # milliseconds for Python to start, on a machine that does much else


class RecordedContext:
    """A context of Chromium, and what its pages and workers asked for."""

    def __init__(self, browser, address: str):
        self.address, self.files, self.troubles = address, [], []
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.context.on("request", lambda r: self.files.append(r.url.partition("?")[0]))
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda m: m.type == "error" and self.troubles.append(m.text))

    def sent(self, site, files) -> int:
        """Count what a server sends that compresses scripts, as GitHub Pages does."""
        data = {file: (site / file.removeprefix(f"{self.address}/")).read_bytes() for file in files}
        return sum(
            len(gzip.compress(data[file], 6) if file.endswith(".js") else data[file])
            for file in files
        )


class Exercise:
    """One exercise as a reader uses it."""

    def __init__(self, page, name: str):
        self.page, self.section = page, page.locator(f"section:has(> #exercise-{name})")
        self.begin = self.section.get_by_role("button", name="Write it here")
        self.editor = self.section.get_by_role("textbox")
        self.run, self.stop, self.again = (
            self.section.get_by_role("button", name=name) for name in ("Run", "Stop", "Start over")
        )
        self.output = self.section.get_by_role("group", name="Output of")
        self.status = self.section.get_by_role("status")

    def write(self, text: str) -> None:
        self.editor.fill(text)

    def says(self, text: str) -> None:
        """Wait for words of the status, perhaps while Python starts."""
        from playwright.sync_api import expect

        expect(self.status).to_contain_text(text, timeout=START)


@pytest.fixture(scope="module")
def code_site(site):
    """Where the site is served."""
    with serving(site) as address:
        yield address


@pytest.fixture(scope="module")
def recorded(browser, code_site):
    """A page of exercises in Chromium, in which nothing may go wrong and no other host is asked."""
    recorded = RecordedContext(browser, code_site)
    recorded.page.goto(f"{code_site}/{PAGE}")
    yield recorded
    recorded.context.close()
    assert recorded.troubles == []
    assert all(url.startswith(f"{code_site}/") for url in recorded.files if url[:5] != "blob:")
