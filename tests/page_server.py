"""Pages that keep what goes wrong in them, served on loopback; a fixture for all tests."""

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

# Stands first in a page and keeps what goes wrong there: WebKit's driver does not tell.
RECORDER = """<script>
window.wentWrong = [];
addEventListener("error", ({ message, target }) => {
  // What follows its own width in height is drawn a frame later, and some browsers say so.
  if (!message?.startsWith("ResizeObserver loop"))
    wentWrong.push(message ?? `no ${target.src ?? target.href}`);
}, true);
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  wentWrong.push(`${violatedDirective} forbids ${blockedURI} ${sample}`));
addEventListener("unhandledrejection", ({ reason }) => wentWrong.push(String(reason)));
for (const level of ["error", "warn"]) {
  const say = console[level];
  console[level] = (...words) => { wentWrong.push(words.join(" ")); say(...words); };
}
</script>"""


def with_recorder(html: str) -> str:
    """Give a page a list of what goes wrong in it, ``window.wentWrong``."""
    start = re.match(r"\s*<!doctype html>\s*<html\b[^>]*>(\s*<head\b[^>]*>)?", html, re.IGNORECASE)
    assert start, "not a page"
    return html[: start.end()] + RECORDER + html[start.end() :]


class RecordingHandler(SimpleHTTPRequestHandler):
    """Serve files; each page keeps what goes wrong in it, which from a file is not told."""

    def __init__(self, *arguments, headers: dict[str, str], **options):
        self.extra_headers = headers
        super().__init__(*arguments, **options)

    def end_headers(self):
        for name, value in self.extra_headers.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.suffix != ".html":
            return super().do_GET()
        page = with_recorder(path.read_text("utf-8")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(folder: Path, **headers: str) -> Iterator[str]:
    """Serve a folder on loopback, at the address given, each file with these headers."""
    handler = partial(RecordingHandler, directory=folder, headers=headers)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def open_served(browser, site) -> Iterator[Callable[[str], Any]]:
    """Serve the built book to a reader of whom nothing is kept: ``page = open_served("x.html")``.

    Of files opened in a new process of Chromium's, one in twenty sees an empty storage.
    """
    troubles = []
    with serving(site) as address, browser.new_context() as context:

        def open_url(path: str):
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.goto(f"{address}/{path}")
            return page

        yield open_url
    assert troubles == []
