"""Every dependency has a licence that we may use; links are judged as meant."""

import http.server
import re
import threading

import pytest
from conftest import ROOT

from tools.project import broken_links, licences, pins

# ---- Licences ----------------------------------------------------------------------------------


def test_every_package_and_file_of_others_has_a_licence_that_is_allowed():
    found = licences.licences()
    assert {"torch", "nbgrader", "zizmor", "node_modules/minisearch"} <= set(found)
    assert {name: licence for name, licence in found.items() if licences.refused(licence)} == {}


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
    assert licences.refused(licence) == parts


def test_what_a_person_read_is_about_packages_that_are_pinned():
    assert set(licences.READ) <= set(pins.all_pins())


def test_files_of_others_stand_beside_their_licence():
    licence_files = {p.relative_to(ROOT).as_posix() for p in (ROOT / "_ext").rglob("*LICENSE*")}
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


def test_pins_that_we_chose_are_told_from_what_these_need():
    direct = pins.direct_pins()
    assert {"sphinx", "torch", "nbgrader", "pip-audit"} <= set(direct)
    assert set(direct).isdisjoint({"docutils", "alembic", "rich", "setuptools"})
    assert direct.items() < pins.all_pins().items()


def test_every_file_of_pins_is_checked_but_those_that_are_installed_elsewhere():
    files = {p.relative_to(ROOT).as_posix() for p in ROOT.glob("**/requirements.txt")}
    installed = {file for file in files if not re.match(r"(\.venv|_build|node_modules)/", file)}
    elsewhere = {"binder/requirements.txt", "hub/requirements.txt"}
    assert installed - elsewhere == set(pins.FILES)


# ---- Links -------------------------------------------------------------------------------------


class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(self.path.strip("/")))
        self.end_headers()

    def log_message(self, *said):
        """Say nothing."""


@pytest.fixture(scope="module")
def server():
    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()


@pytest.mark.parametrize(
    ("status", "broken"), [(200, False), (403, False), (404, True), (410, True), (503, False)]
)
def test_a_link_is_broken_if_its_page_is_gone_not_if_its_server_refuses(server, status, broken):
    assert broken_links.answer(f"{server}/{status}") == (broken, str(status))


def test_a_link_to_a_host_that_does_not_exist_is_broken():
    assert broken_links.answer("http://no-such-host.invalid/") == (True, "no such host")


def test_a_server_that_does_not_answer_says_nothing_about_a_link():
    assert broken_links.answer("http://127.0.0.1:1/") == (False, "no connection")


def test_links_of_the_site_are_read_from_its_pages(site):
    found = broken_links.links_of(site)
    assert found["https://arxiv.org/abs/1706.03762"]
    assert all("#" not in address for address in found)


def test_a_broken_link_is_named_with_its_page(server, tmp_path, monkeypatch, capsys):
    links = f'<a href="{server}/404#part">gone</a> <a href="{server}/200">there</a> <a href="x">'
    (tmp_path / "page.html").write_text(links)
    monkeypatch.setattr(broken_links, "HTML", tmp_path)
    assert broken_links.main() == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [f"BROKEN 404: {server}/404 on page.html", "1 of 2 links are broken"]
