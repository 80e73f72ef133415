"""Measure what a first visit to each page of the built site costs: weight, first paint, shifts.

Backs: the limits of a page's weight in README.md.

    make book && .venv/bin/python bench/pages.py            # some minutes
    .venv/bin/python bench/pages.py another/built/site      # to compare

It needs Chromium (on the path, or named by ``CHROMIUM``). The site is served on loopback, text
gzipped as GitHub Pages does, and each page is opened twice with an empty cache.

- kB, of which html, css, js, other: what was sent, in thousands of bytes.
- paint: milliseconds until the first text is there. slow: the same over a connection of a mobile
  phone, 1.6 Mbit/s with 150 ms of delay.
- shift: how much of what was already there moved, the larger of both visits. Up to 0.1 is good.
"""

import argparse
import gzip
import threading
from collections import Counter
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tools.browser.chromium import launch

ROOT = Path(__file__).parents[1]
TEXT = {".html", ".css", ".js", ".svg", ".json"}
KINDS = (".html", ".css", ".js")
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 1e5}
MEASURE = """() => {
  const seen = (type) => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true });
    setTimeout(() => done([]), 1000);
  });
  return Promise.all(["paint", "layout-shift"].map(seen)).then(([paints, shifts]) => ({
    paint: paints.find((p) => p.name === "first-contentful-paint").startTime,
    shift: shifts.reduce((sum, s) => sum + s.value, 0),
  }));
}"""


class Handler(SimpleHTTPRequestHandler):
    """Send files, text gzipped, and count the bytes by the kind of file."""

    def __init__(self, *arguments, sent: Counter, **options):
        self.sent = sent
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        self.send_response(200)
        if path.suffix in TEXT:
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.sent[path.suffix if path.suffix in KINDS else "other"] += len(body)
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


def visit(browser: Browser, address: str, connection: dict | None = None) -> dict[str, float]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    if connection:
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", connection)
    page.goto(address, wait_until="networkidle", timeout=120_000)
    figures = page.evaluate(MEASURE)
    context.close()
    return figures


def row(name: str, figures: list[float]) -> str:
    *counts, shift = figures
    return f"{name:50}" + "".join(f"{x:8.0f}" for x in counts) + f"{shift:8.3f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description="Measure a first visit to each page")
    arguments.add_argument("site", nargs="?", type=Path, default=ROOT / "_build" / "html")
    site, sent = arguments.parse_args().site.resolve(), Counter()
    handler = partial(Handler, directory=site, sent=sent)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    columns = ("kB", "html", "css", "js", "other", "paint", "slow", "shift")
    print(" " * 50 + "".join(f"{c:>8}" for c in columns))
    rows = {False: [], True: []}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for page in sorted(p for p in site.rglob("*.html") if "_static" not in p.parts):
            name = str(page.relative_to(site))
            address = f"http://127.0.0.1:{server.server_port}/{name}"
            sent.clear()
            fast = visit(browser, address)
            weights = [sent.total() / 1000, *(sent[kind] / 1000 for kind in (*KINDS, "other"))]
            slow = visit(browser, address, PHONE)
            shift = max(fast["shift"], slow["shift"])
            figures = [*weights, fast["paint"], slow["paint"], shift]
            rows["<math" in page.read_text("utf-8")].append(figures)
            print(row(name, figures), flush=True)
    for has_math, kind in ((False, "without mathematics"), (True, "with mathematics")):
        for word, summary in (("median", median), ("largest", max)):
            if rows[has_math]:
                name = f"{word} of {len(rows[has_math])} {kind}"
                print(row(name, [summary(column) for column in zip(*rows[has_math], strict=True)]))


if __name__ == "__main__":
    main()
