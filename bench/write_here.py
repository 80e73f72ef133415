"""Measure what it takes to write code in a page: bytes and seconds from the press to a verdict.

Backs: at most 10 MB after the press, a start of at most 6 s, and that a second exercise is at once.

    make book && .venv/bin/python bench/write_here.py           # a minute
    .venv/bin/python bench/write_here.py another/built/site     # to compare

It needs Chromium (on the path, or named by ``CHROMIUM``). The site is served on loopback, and each
row is a visit with an empty cache.

- MB: what came after the press, scripts gzipped as GitHub Pages sends them. raw: not gzipped.
- ready: seconds from the press until Python can run.
- first, second: from *Run* to the verdict, of the first exercise and of another.
- stop: from *Stop* until an endless loop has ended. again: from *Run* after that to a verdict.
"""

import argparse
import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bench.exercises import right
from tools.authors.exercise_source import read_all
from tools.browser.chromium import launch

ROOT = Path(__file__).parents[1]
PAGE = "book/exercises/04-all-heads-at-once.html"
SITE = ROOT / "_build" / "html"
VISITS = 5
COLUMNS = ("MB", "raw", "ready", "first", "second", "stop", "again")
PASSES = "visible checks pass."


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@contextmanager
def serving(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Exercise:
    """An exercise of the page, and how long it takes to say something after a press."""

    def __init__(self, page: Page, name: str):
        self.section = page.locator(f"section:has(> #exercise-{name.replace('_', '-')})")

    def write(self, text: str) -> None:
        self.section.get_by_role("textbox").fill(text)

    def button(self, name: str) -> Locator:
        return self.section.get_by_role("button", name=name)

    def seconds(self, button: str, said: str) -> float:
        begin = time.perf_counter()
        self.button(button).click()
        expect(self.section.get_by_role("status")).to_contain_text(said, timeout=60_000)
        return time.perf_counter() - begin


def weight(file: Path) -> tuple[int, int]:
    """Return how many bytes are sent of a file by a server that gzips scripts, and by another."""
    data = file.read_bytes()
    return len(gzip.compress(data, 6) if file.suffix == ".js" else data), len(data)


def visit(browser: Browser, site: Path, address: str, answers: dict[str, str]) -> list[float]:
    """Visit the page with an empty cache and return a number for each column."""
    context = browser.new_context()
    asked: list[str] = []
    page = context.new_page()
    page.goto(f"{address}/{PAGE}", wait_until="networkidle")
    context.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    one, other = Exercise(page, "split_heads"), Exercise(page, "merge_heads")
    ready = one.seconds("Write it here", "Python is ready.")
    files = [site / url.removeprefix(f"{address}/") for url in asked if url[:5] != "blob:"]
    one.write(answers["split_heads"])
    first = one.seconds("Run", PASSES)
    other.button("Write it here").click()
    other.write(answers["merge_heads"])
    second = other.seconds("Run", PASSES)
    one.write("while True:\n    pass\n")
    one.button("Run").click()
    stop = one.seconds("Stop", "Stopped.")
    one.write(answers["split_heads"])
    again = one.seconds("Run", PASSES)
    context.close()
    sizes = [sum(weights) / 1e6 for weights in zip(*map(weight, files), strict=True)]
    return [*sizes, ready, first, second, stop, again]


def main() -> None:
    arguments = argparse.ArgumentParser(description="Measure a visit that writes code in a page")
    arguments.add_argument("site", nargs="?", type=Path, default=SITE)
    site = arguments.parse_args().site.resolve()
    answers = {source.name: right(source) for source in read_all() if source.solution}
    print("".join(f"{column:>8}" for column in COLUMNS))
    with sync_playwright() as playwright, serving(site) as address:
        browser = launch(playwright)
        rows = [visit(browser, site, address, answers) for _ in range(VISITS)]
    for row in [*rows, map(median, zip(*rows, strict=True))]:
        print("".join(f"{number:8.2f}" for number in row))


if __name__ == "__main__":
    main()
