"""Every dependency has a licence that we may use; links are judged as meant."""

import http.server
import re
import threading

import pytest
from conftest import ROOT

from tools.project import broken_links, licences

# ---- Licences ----------------------------------------------------------------------------------


def test_every_package_and_file_of_others_has_a_licence_that_is_allowed():
    licence_of = licences.licences()
    assert {"torch", "nbgrader", "zizmor", "node_modules/minisearch"} <= set(licence_of)
    assert {
        name: licence for name, licence in licence_of.items() if licences.refused_parts(licence)
    } == {}


@pytest.mark.parametrize(
    ("licence", "parts"),
    [
        ("MIT AND AGPL-3.0-only", ["AGPL-3.0-only"]),
        ("GNU General Public License v3 (GPLv3)", ["GNU General Public License v3 (GPLv3)"]),
        ("", ["no licence"]),
        ("UNKNOWN", ["UNKNOWN"]),
        ("Apache-2.0 WITH LLVM-exception OR MIT", []),
    ],
)
def test_a_licence_is_refused_for_each_part_that_is_not_allowed(licence, parts):
    assert licences.refused_parts(licence) == parts


def test_files_of_others_stand_beside_their_licence():
    licence_files = {
        p.relative_to(ROOT).as_posix()
        for folder in ("_ext", "book")
        for p in (ROOT / folder).rglob("*LICENSE*")
    }
    assert {text for _, text in licences.VENDORED.values()} == licence_files
    fonts = {
        p.relative_to(ROOT).as_posix()
        for folder in ("_ext", "book", "tools")
        for kind in ("woff2", "woff", "ttf", "otf", "min.js")
        for p in (ROOT / folder).rglob(f"*.{kind}")
    }
    assert fonts <= {file for file in licences.VENDORED if (ROOT / file).is_file()}


def test_the_site_has_the_licences_of_what_it_carries(site):
    texts = [ROOT / text for _, text in licences.VENDORED.values()]
    of_npm = [*(ROOT / ".page-scripts").rglob("*LICENSE*")]
    assert len(of_npm) == 3
    for text in texts + of_npm:
        (copy,) = site.rglob(text.name)
        assert copy.read_bytes() == text.read_bytes()


# ---- Pins --------------------------------------------------------------------------------------


def test_every_file_of_pins_is_checked_but_those_that_are_installed_elsewhere():
    files = {p.relative_to(ROOT).as_posix() for p in ROOT.glob("**/requirements.txt")}
    installed = {file for file in files if not re.match(r"(\.venv|_build|node_modules)/", file)}
    elsewhere = {"binder/requirements.txt", "hub/requirements.txt"}
    assert installed - elsewhere == set(licences.PINS)


# ---- Links -------------------------------------------------------------------------------------


class StatusHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(self.path.strip("/")))
        self.end_headers()

    def log_message(self, *message):
        """Say nothing."""


@pytest.fixture(scope="module")
def server():
    with http.server.HTTPServer(("127.0.0.1", 0), StatusHandler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()


def test_a_broken_link_is_named_with_its_page(server, tmp_path, monkeypatch, capsys):
    links = [f'<a href="{server}/{status}#part">a link</a>' for status in (404, 200, 503)]
    (tmp_path / "page.html").write_text(" ".join([*links, '<a href="x">']))
    monkeypatch.setattr(broken_links, "HTML", tmp_path)
    assert broken_links.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"BROKEN 404: {server}/404 on page.html",
        f"unsure 503: {server}/503 on page.html",
        "1 of 3 links are broken",
    ]
