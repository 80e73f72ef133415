"""The page for an address without one, served as GitHub serves it."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from built_pages import CHAPTERS, soup_of


class Pages(SimpleHTTPRequestHandler):
    """Serve the site below its own path, and the missing page for all else, as GitHub does."""

    def __init__(self, *args, site: Path, root: str, **options):
        self.site, self.root = site, root
        super().__init__(*args, directory=site, **options)

    def do_GET(self):
        path = urlsplit(self.path).path
        file = self.site / path.removeprefix(self.root)
        if path.startswith(self.root) and file.is_file():
            self.path = "/" + path.removeprefix(self.root)
            return super().do_GET()
        body = (self.site / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server(site):
    """The site as it is published, and the path below which it is."""
    root = soup_of(site / "404.html").base["href"]
    handler = partial(Pages, site=site, root=root)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}{root}"
        served.shutdown()


def test_a_blocked_storage_does_not_take_its_colours(browser, server):
    page = browser.new_page(color_scheme="dark")
    page.add_init_script(
        "Object.defineProperty(globalThis, 'localStorage', { get() { throw Error('blocked') } })"
    )
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(server + "missing")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert troubles == []


def test_the_missing_page_works_at_any_depth(browser, server):
    page, missing = browser.new_page(), "book/a/b/missing.html"
    failed = []
    page.on("response", lambda r: failed.append(r.url) if r.status != 200 else None)
    assert page.goto(server + missing).status == 404
    assert failed == [server + missing]
    links = page.locator("main a[href]").evaluate_all("all => all.map((a) => a.href)")
    assert {server + name for name in ("index.html", "book/questions.html")} <= set(links)
    assert len(set(links)) > len(CHAPTERS)
    assert [link for link in links if page.request.get(link).status != 200] == []
    page.get_by_role("searchbox").fill("sqrt")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url(f"{server}search.html?q=sqrt")
    page.close()
